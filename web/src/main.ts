import { mount } from 'svelte';
import App from './App.svelte';
import './look/fonts.css';
import './look/tokens.css';
import './look/base.css';
import { startRouter } from './router.svelte';

startRouter();
mount(App, { target: document.getElementById('app')! });
