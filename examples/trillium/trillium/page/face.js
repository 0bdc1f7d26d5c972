// @ts-check
// Trillium as players see it: the meadow, the players round it, a tap on three flowers to claim them.
import { flower, spoken } from "./flowers.js";

const WORDS = {
  find: { en: "Tap three flowers", fr: "Touche trois fleurs" },
  ready: { en: "Look around!", fr: "Regarde bien !" },
  frozen: { en: "No trio. Wait…", fr: "Raté. Attends…" },
  left: { en: "{count} {count|card|cards} left", fr: "{count} {count|carte|cartes} à venir" },
  score: { en: "{count} {count|point|points}", fr: "{count} {count|point|points}" },
  found: { en: "{name} found a trio", fr: "{name} a trouvé un trio" },
  missed: { en: "{name}: no trio", fr: "{name} : pas un trio" },
  more: { en: "No trio here: three more cards.", fr: "Pas de trio ici : trois cartes de plus." },
  trio: { en: "Trio!", fr: "Trio !" },
};
const SHOUT_MS = 1500;
const COLUMNS = 6; // of the wider meadow, for the arrow keys

/** The meadow and the players: the same for hand and screen. */
function meadow(element, stage, kit, { pick, picked }) {
  const seats = kit.element("div", { class: "tr-seats" });
  const cards = kit.element("div", { class: "tr-cards" });
  const field = kit.element("div", { class: "tr-meadow" }, cards);
  const clock = kit.element("div", { class: "tr-clock" });
  const line = kit.element("p", { class: "tr-line display" });
  const top = kit.element("div", { class: "tr-top" }, line, clock);
  kit.show(element, seats, top, field);
  element.classList.add("tr");
  const shouts = new Set(); // seats that have just found one

  const frozen = (seat) => {
    const until = seat === null ? null : stage.public.seats[seat]?.frozen_until;
    return until !== null && until !== undefined && until > stage.now();
  };
  const drawn = (card) => kit.card(`${card.number}`, {
    front: flower(card),
    label: spoken(card, kit),
    onpick: pick ? () => pick(card.number) : null,
    pressed: pick ? picked().includes(card.number) : undefined,
    disabled: stage.public.phase !== "play" || frozen(stage.you),
  });
  const player = (_, seat) => {
    const { score } = stage.public.seats[seat] ?? { score: 0 };
    const state = shouts.has(seat) ? "said" : frozen(seat) ? "thinking" : "idle";
    return kit.seat(seat, { state, shout: kit.text(WORDS.trio), note: kit.text(WORDS.score, { count: score }) });
  };
  function words() {
    const { phase, cards_left: count } = stage.public;
    if (phase === "countdown") return kit.text(WORDS.ready);
    if (frozen(stage.you)) return kit.text(WORDS.frozen);
    return stage.you === null ? kit.text(WORDS.left, { count }) : kit.text(WORDS.find);
  }

  function heard(event) {
    const name = stage.public.seats[event.seat]?.name ?? "";
    if (event.type === "claimed") {
      kit.sound(event.seat === stage.you ? "fanfare" : "land");
      kit.announce(kit.text(WORDS.found, { name }));
      shouts.add(event.seat);
      setTimeout(() => (shouts.delete(event.seat), update()), SHOUT_MS);
    }
    if (event.type === "missed") {
      kit.sound("wrong");
      kit.announce(kit.text(WORDS.missed, { name }), event.seat === stage.you);
      for (const card of event.cards) void kit.shake(drawn(card));
      if (event.seat === stage.you) setTimeout(update, stage.public.freeze + 50);
    }
    if (event.type === "laid") {
      if (event.more) kit.announce(kit.text(WORDS.more));
      for (const card of event.cards) void kit.land(drawn(card));
    }
  }
  stage.listen({ events: (events) => { update(); events.forEach(heard); update(); } });

  function update() {
    const all = stage.public.meadow;
    cards.style.setProperty("--narrow", `${Math.ceil(all.length / 3)}`);
    cards.style.setProperty("--wide", `${Math.ceil(all.length / COLUMNS)}`);
    kit.show(seats, ...stage.public.seats.map(player));
    kit.show(cards, ...all.map(drawn));
    kit.show(clock, kit.clock());
    kit.show(line, words());
  }
  return { update, cards };
}

/** The arrow keys go from card to card. */
function arrows(kit, cards) {
  const columns = () => getComputedStyle(cards).gridTemplateColumns.split(" ").length;
  const move = (step) => () => {
    const all = [...cards.querySelectorAll("button")];
    const at = all.indexOf(document.activeElement);
    all[at < 0 ? 0 : Math.min(all.length - 1, Math.max(0, at + step()))]?.focus();
  };
  kit.keys({
    ArrowLeft: move(() => -1),
    ArrowRight: move(() => 1),
    ArrowUp: move(() => -columns()),
    ArrowDown: move(columns),
  });
}

/** @type {import("./face").Face} */
export default {
  styles: ["face.css"],

  play(element, stage, kit) {
    let picked = [];
    function pick(number) {
      picked = picked.includes(number) ? picked.filter((one) => one !== number) : [...picked, number];
      kit.sound("flip");
      if (picked.length === 3) {
        stage.act({ type: "claim", cards: picked });
        picked = [];
      }
      shown.update();
    }
    const shown = meadow(element, stage, kit, { pick, picked: () => picked });
    arrows(kit, shown.cards);
    function update() {
      const there = new Set(stage.public.meadow.map(({ number }) => number));
      picked = picked.filter((number) => there.has(number)); // somebody was quicker
      shown.update();
    }
    return { update };
  },

  screen(element, stage, kit) {
    element.classList.add("tr-big");
    return meadow(element, stage, kit, { pick: null, picked: () => [] });
  },
};
