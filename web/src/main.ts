import { mount } from 'svelte';
import App from './App.svelte';
import { fetchTexts } from './i18n/catalogue.svelte';
import './look/fonts.css';
import './look/tokens.css';
import './look/base.css';
import { startRouter } from './router.svelte';

startRouter();
await fetchTexts();
mount(App, { target: document.getElementById('app')! });
