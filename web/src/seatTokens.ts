// The tokens that prove which seat is ours, by table code. Kept so that a reload finds the same hand.
const PREFIX = 'brouhaha.seat.';

export function rememberSeat(code: string, token: string): void {
  try {
    localStorage.setItem(PREFIX + code, token);
  } catch {
    // Without storage the seat lasts as long as the page.
  }
}

/** For a seat that this device is about to be given. */
export function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function seatToken(code: string): string | null {
  try {
    return localStorage.getItem(PREFIX + code);
  } catch {
    return null;
  }
}

/** Every seat that this device remembers. */
export function seatTokens(): { code: string; token: string }[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX))
      .map((key) => ({ code: key.slice(PREFIX.length), token: localStorage.getItem(key) ?? '' }));
  } catch {
    return [];
  }
}

export function forgetSeat(code: string): void {
  try {
    localStorage.removeItem(PREFIX + code);
  } catch {
    // Nothing was kept.
  }
}
