// A link for somebody else: the phone's own way of sharing, else onto the clipboard.
import { t } from '../i18n';
import { notify } from './notices.svelte';

const KEPT_MS = 60_000; // for the browser to save a picture

export async function share(url: string, text: string): Promise<void> {
  if (navigator.share && matchMedia('(pointer: coarse)').matches) {
    await navigator.share({ url, text }).catch(() => undefined); // put aside again: no harm done
    return;
  }
  if (await copied(url)) notify(t('share.copied'), 'good');
  else notify(url); // to be read out or copied by hand
}

/** A picture: by the phone's own way of sharing where it takes files, else as a download, on any address. */
export async function sharePicture(picture: Blob, name: string): Promise<void> {
  const files = [new File([picture], name, { type: picture.type })];
  if (navigator.canShare?.({ files })) {
    await navigator.share({ files }).catch(() => undefined); // put aside again: no harm done
    return;
  }
  const href = URL.createObjectURL(picture);
  const link = Object.assign(document.createElement('a'), { href, download: name, target: '_self' });
  link.click();
  setTimeout(() => URL.revokeObjectURL(href), KEPT_MS);
}

/** Clipboards need a secure address; on a plain one at home the old way still works. */
async function copied(text: string): Promise<boolean> {
  if (navigator.clipboard)
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  const field = Object.assign(document.createElement('textarea'), { value: text, className: 'unseen' });
  document.body.append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  return done;
}
