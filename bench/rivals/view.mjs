// The view of a nimble match that both rivals hold and send: the same fields as Brouhaha's update.

export function newView() {
  return {
    phase: "play",
    round: 1,
    rounds: 1,
    seats: ["Ana", "Bo", "Cy", "Dee"].map((name) => ({
      name, deck: 29, discard: 0, top: null, ready: false,
    })),
    piles: [["blue", "orange"], ["mauve", "red"], ["yellow", "green"]],
    heights: [1, 1, 1],
    scene: 1,
    deadline: 3600000,
    check: [],
    outcomes: [],
  };
}

export const CARD = ["orange", "yellow"];

/** Flip, or take back; gives the event. */
export function move(view, seat, type) {
  const place = view.seats[seat];
  const flips = type === "flip";
  place.deck += flips ? -1 : 1;
  place.discard += flips ? 1 : -1;
  place.top = flips ? CARD : null;
  return { type: flips ? "flipped" : "taken_back", seat, card: CARD };
}
