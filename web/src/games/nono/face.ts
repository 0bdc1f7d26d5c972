import type { GameFace } from '..';
import Face from './Face.svelte';

const face: GameFace = { id: 'nono', place: 3, minutes: [8, 10], bots: 3, Face };
export default face;
