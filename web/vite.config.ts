// Builds the page into the Python package. Nothing inline, nothing from elsewhere: the server
// sends `script-src 'self'; style-src 'self'`.
import { readFileSync } from 'node:fs';
import { env } from 'node:process';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';
import { toHtml } from './scripts/markdown.ts';

// The fonts' licence asks to travel with them.
const licences: Plugin = {
  name: 'font-licences',
  generateBundle() {
    for (const font of ['bricolage-grotesque', 'atkinson-hyperlegible']) {
      const source = readFileSync(`src/fonts/OFL-${font}.txt`, 'utf8');
      this.emitFile({ type: 'asset', fileName: `assets/OFL-${font}.txt`, source });
    }
  },
};

// docs/rules/*.md, the one copy of the rules, as HTML.
const rules: Plugin = {
  name: 'rules',
  transform(source, id) {
    if (!id.endsWith('.md')) return null;
    return { code: `export default ${JSON.stringify(toHtml(source))}`, map: null };
  },
};

// `make dev` says where the server is.
const server = env['BROUHAHA_SERVER'] ?? '127.0.0.1:8000';

export default defineConfig({
  plugins: [svelte(), licences, rules],
  build: {
    outDir: '../src/brouhaha/server/static',
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0, // a data: address would need a wider content policy
    // The oldest browsers that know light-dark(), on which the two themes rest.
    target: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    // Few files instead of many crumbs: what nearly every screen needs comes in one.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'page',
              test: /node_modules|src\/(api|router|settings|refusals|seatTokens|tableCode|i18n|feel|look|games\/(facts|index|opening|GameTile))|src\/parts\/[^/]+$/,
              minShareCount: 3,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/api': `http://${server}`, '/ws': { target: `ws://${server}`, ws: true } },
  },
});
