// Keys for everything on a laptop: `$effect(() => keys({ ' ': discard, Enter: shout, '1': pileOne }))`.
// A key does nothing while somebody types, or while a dialog is open.

const TYPING = 'input, textarea, select, [contenteditable]';

export function keys(actions: Record<string, () => void>): () => void {
  const pressed = (event: KeyboardEvent): void => {
    if (event.repeat || event.metaKey || event.ctrlKey || event.altKey) return;
    const target = event.target as Element;
    if (target.closest(TYPING) || document.querySelector('dialog[open]')) return;
    // Space and Enter on a focused button or link are that button's own.
    if ((event.key === ' ' || event.key === 'Enter') && target.closest('button, a')) return;
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };
  addEventListener('keydown', pressed);
  return () => removeEventListener('keydown', pressed);
}
