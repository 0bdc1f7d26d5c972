// The tokens that prove which seat is ours, by table code. Kept so that a reload finds the same hand.
const PREFIX = 'brouhaha.seat.';
/** Of people without a phone who sit at this device. */
const ALSO = 'brouhaha.also.';

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
    localStorage.removeItem(ALSO + code);
  } catch {
    // Nothing was kept.
  }
}

export function rememberAlso(code: string, tokens: readonly string[]): void {
  try {
    if (tokens.length > 0) localStorage.setItem(ALSO + code, JSON.stringify(tokens));
    else localStorage.removeItem(ALSO + code);
  } catch {
    // Without storage they last as long as the page.
  }
}

export function alsoTokens(code: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(ALSO + code) ?? '[]');
    return Array.isArray(kept) ? kept.filter((token) => typeof token === 'string') : [];
  } catch {
    return [];
  }
}

/** Whether this device protects a name in the club (deviceKey.ts). */
export const DEVICE = 'brouhaha.device';
export function hasDeviceKey(): boolean {
  try {
    return localStorage.getItem(DEVICE) !== null;
  } catch {
    return false;
  }
}
