// A key that protects this person's name in the club: random, made on this device, shown as a QR code to bring it to
// another one. The server keeps only its SHA-256. (Plain HTTP has no WebCrypto but random numbers, so that is all it is.)
import { DEVICE, newToken, seatTokens } from './seatTokens';

export function deviceKey(): string | null {
  try {
    return localStorage.getItem(DEVICE);
  } catch {
    return null;
  }
}

export function keepDeviceKey(key: string): void {
  try {
    localStorage.setItem(DEVICE, key);
  } catch {
    // Without storage nothing can be protected.
  }
}

export function newDeviceKey(): string {
  const key = deviceKey() ?? newToken();
  keepDeviceKey(key);
  return key;
}

/** At a table: who sits here is the name's owner. What fails is tried again at the next table. */
export async function vouchForSeat(code: string, token: string): Promise<void> {
  const device = deviceKey();
  if (!device || !seatTokens().some((seat) => seat.code === code)) return;
  const { vouch } = await import('./clubApi');
  await vouch({ device, code, token }).catch(() => undefined);
}
