// The address that other devices are told: in links, in QR codes and on the big screen. Where this page
// was opened at an address that only this machine has (localhost), the server knows better ones.
import { findAddresses } from './api';
import type { Address } from './http';
import { choose, settings } from './settings.svelte';

const LOOPBACK = /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

let known: Address[] | null = $state.raw(null);
let securePort: number | null = $state(null);

/** Asks the server again: whoever shows an address does, because networks change. */
export async function lookUpAddresses(): Promise<void> {
  try {
    const found = await findAddresses();
    known = found.addresses;
    securePort = found.secure_port ?? null;
  } catch {
    known ??= []; // the server is away: what was known stays
  }
}

export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname);

/** All that lead here from elsewhere, the best first. A name is never the first: not all phones know it. */
export function waysHere(here: Location, told: readonly Address[]): string[] {
  const numbers = told.filter((one) => one.kind !== 'name').map((one) => one.url);
  const names = told.filter((one) => one.kind === 'name').map((one) => one.url);
  const own = isLoopback(here.hostname) ? [] : [here.origin];
  const first = here.hostname.endsWith('.local') ? numbers : own;
  const all = [...first, ...numbers, ...own, ...names];
  return all.filter((way, place) => all.indexOf(way) === place);
}

export const ways = (): string[] => waysHere(location, known ?? []);

/** The way that is shown; '' while it is not known yet, and where there is none. */
export function invitationOrigin(): string {
  const all = ways();
  return all.find((way) => way === settings.invitation) ?? all[0] ?? '';
}

/** Nobody else can come: the server listens on this machine only. */
export const isUnreachable = (): boolean => known !== null && ways().length === 0;

export const chooseInvitation = (way: string): void => choose({ invitation: way });

/** The address without its scheme, as people type it. */
export const typed = (way: string): string => way.replace(/^https?:\/\//, '');

/** The secure address of this server as this device reaches it, if the page is on the plain one. */
export const secureOrigin = (): string =>
  securePort !== null && location.protocol === 'http:' && !window.isSecureContext
    ? `https://${location.hostname}:${securePort}`
    : '';
