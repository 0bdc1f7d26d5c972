import { mount } from 'svelte';
import App from './App.svelte';
import { fetchGames } from './gameInfos.svelte';
import { fetchTexts } from './i18n/catalogue.svelte';
import './look/fonts.css';
import './look/tokens.css';
import './look/base.css';
import { route, startRouter } from './router.svelte';
import { fetchScreen } from './screenFiles';

// the fields of the games that are drawn here
import.meta.glob('./games/*/field.css', { eager: true });

startRouter();
void fetchScreen(route()).catch(() => undefined); // beside the texts and the games; App says what went wrong
// A server that is slow to tell of its games keeps nobody from their table.
const GAMES_MS = 1500;
const late = new Promise((resolve) => setTimeout(resolve, GAMES_MS));
await Promise.all([fetchTexts(), Promise.race([fetchGames().catch(() => undefined), late])]);
mount(App, { target: document.getElementById('app')! });
