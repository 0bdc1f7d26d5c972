import type { GameFace } from '..';
import Face from './Face.svelte';

const face: GameFace = { id: 'nimble', place: 2, minutes: [1, 2], bots: 2, Face };
export default face;
