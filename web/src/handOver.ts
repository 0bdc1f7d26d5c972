// A seat goes to another device: its address carries a secret behind the #, which no server is sent and which
// works once. It is taken out of the address before anything else happens.
const MARK = '#seat=';

export const handOverAddress = (origin: string, code: string, secret: string): string =>
  `${origin}/t/${code}${MARK}${secret}`;

export const bringsSeat = (): boolean => location.hash.startsWith(MARK);

export function takeSecret(): string | null {
  if (!bringsSeat()) return null;
  const secret = location.hash.slice(MARK.length);
  history.replaceState(history.state, '', location.pathname);
  return secret;
}
