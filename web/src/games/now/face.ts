import type { GameFace } from '..';
import Face from './Face.svelte';

const face: GameFace = { id: 'now', place: 1, minutes: [3, 5], bots: 3, Face };
export default face;
