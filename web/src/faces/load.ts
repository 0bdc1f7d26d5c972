// A game's own face: a module of its package, fetched when it is needed.
import type { Face } from '../../../src/brouhaha/face';

/** Throws what is wrong with it, in a sentence for its author. */
export async function loadFace(address: string): Promise<Face> {
  const module = (await import(/* @vite-ignore */ address)) as { default?: Partial<Face> };
  const face = module.default;
  if (typeof face?.play !== 'function')
    throw new Error(`${address} exports no face: default.play is missing`);
  await Promise.all((face.styles ?? []).map((name) => addStyle(beside(address, name))));
  return face as Face;
}

export const beside = (address: string, name: string): string =>
  address.slice(0, address.lastIndexOf('/') + 1) + name;

function addStyle(href: string): Promise<void> {
  if (document.querySelector(`link[href="${CSS.escape(href)}"]`)) return Promise.resolve();
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
  return new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(`${href} cannot be loaded`));
    };
    document.head.append(link);
  });
}
