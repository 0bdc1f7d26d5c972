// What the score sheet of a game's real box is given (`games/*/box/Box.svelte`): what is written, and how to write on.

export interface SheetProps<View, Entry> {
  view: View;
  enter: (entry: Entry) => Promise<boolean>;
  /** ms since the last entry */
  age: number;
  busy: boolean;
  /** on a wall: nothing is entered there */
  big: boolean;
  problem: string;
}
