// A small face that uses every part of the kit, for the tests.
const WORDS = {
  shout: { en: "Shout!", fr: "Crie !" },
  who: { en: "Who shouts?", fr: "Qui crie ?" },
  players: { en: "{count} {count|player|players}" },
};

export default {
  styles: ["face.css"],

  play(element, stage, kit) {
    const seats = kit.element("div", { class: "named" });
    const shout = () => stage.act({ type: "shout" });
    const button = kit.element("button", { class: "button big", type: "button", onclick: shout });
    const place = kit.element("div", { hidden: false });
    kit.show(element, seats, place, button, null, false);
    kit.keys({ s: shout });
    stage.listen({
      events(events) {
        for (const { type, seat } of events) {
          if (type === "shouted") kit.announce(stage.seats[seat].name, true);
        }
        kit.sound("shout");
        void kit.shake(button);
      },
    });
    function update() {
      // here
      const { seats: all } = stage;
      kit.show(seats, kit.text(WORDS.players, { count: all.length }), ...all.map((_, i) => kit.seat(i, { note: "1" })));
      place.style.width = "6rem";
      const card = kit.card("only", {
        front: stage.public.phase, label: stage.public.phase, faceUp: stage.public.phase !== "wait", onpick: shout,
      });
      kit.show(place, kit.clock(), card);
      kit.show(button, kit.text(WORDS.shout));
    }
    return { update, unmount: () => kit.show(element) };
  },

  lesson(element, kit, done) {
    const button = kit.element("button", { class: "button big", type: "button", onclick: done });
    return { update: () => kit.show(element, (kit.show(button, kit.text(WORDS.shout)), button)) };
  },

  screen(element, stage, kit) {
    return {
      update() {
        kit.show(element, kit.element("h1", {}, kit.text(WORDS.who)), ...stage.seats.map((_, i) => kit.seat(i)));
      },
    };
  },
};
