// Whoever plays a match does not fall out of it by a slip of the thumb. Going back meets an entry of the
// history that is there for that only: the page asks, and a second back goes on. Closing the window is asked
// about by the browser itself.
const GUARD = 'brouhaha.guard';

export interface LeaveGuard {
  /** They stay: the next back is asked about again. */
  stay: () => void;
  stop: () => void;
}

const guarded = (): boolean => history.state === GUARD;
let removing = false; // going back is not done at once

function removeGuard(): void {
  removing = true;
  addEventListener('popstate', () => (removing = false), { once: true });
  history.back();
}

/** `ask` is called when somebody goes back. */
export function guardLeaving(ask: () => void): LeaveGuard {
  let asking = false;
  const stay = (): void => {
    asking = false;
    if (removing) addEventListener('popstate', stay, { once: true });
    else if (!guarded()) history.pushState(GUARD, '');
  };
  const wentBack = (): void => {
    if (guarded()) return;
    asking = true;
    ask();
  };
  const closing = (event: BeforeUnloadEvent): void => {
    if (!asking) event.preventDefault(); // who was asked by the page is not asked again by the browser
  };
  stay();
  addEventListener('popstate', wentBack);
  addEventListener('beforeunload', closing);
  return {
    stay,
    stop() {
      removeEventListener('popstate', wentBack);
      removeEventListener('beforeunload', closing);
      if (guarded()) removeGuard(); // still at the table: the match is over, and back means back again
    },
  };
}
