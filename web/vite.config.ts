// Builds the page into the Python package. Nothing inline, nothing from elsewhere: the server
// sends `script-src 'self'; style-src 'self'`.
import { readdirSync, readFileSync } from 'node:fs';
import { env } from 'node:process';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

/** The package that a module of the bundle comes from; none for our own. */
const packageOf = (module: string): string[] =>
  /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(module)?.slice(1) ?? [];

function licenceOf(folder: string): string {
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  if (file === undefined) throw new Error(`${folder} is in the bundle and has no licence beside it`);
  const { name, version } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as Record<
    string,
    string
  >;
  return `${name} ${version}\n\n${readFileSync(`${folder}/${file}`, 'utf8').trim()}\n`;
}

// Licences travel with what they are for: the packages in the bundle, and the fonts.
const licences: Plugin = {
  name: 'licences',
  generateBundle(_, bundle) {
    const modules = Object.values(bundle).flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []));
    const packages = [...new Set(modules.flatMap(packageOf))].sort();
    this.emitFile({
      type: 'asset',
      fileName: 'assets/LICENSES.txt',
      source: packages.map(licenceOf).join(`\n${'-'.repeat(72)}\n\n`),
    });
    for (const font of ['bricolage-grotesque', 'atkinson-hyperlegible']) {
      const source = readFileSync(`src/fonts/OFL-${font}.txt`, 'utf8');
      this.emitFile({ type: 'asset', fileName: `assets/OFL-${font}.txt`, source });
    }
  },
};

// `make dev` says where the server is.
const server = env['BROUHAHA_SERVER'] ?? '127.0.0.1:8000';

export default defineConfig({
  plugins: [svelte(), licences],
  json: { namedExports: false },
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
              test: /node_modules|src\/(api|gameInfos|router|settings|refusals|seatTokens|tableCode|overlay|handOver|i18n|feel|look|screens\/Trouble|games\/(facts|gameScreens|opening))|src\/parts\/[^/]+$/,
              minShareCount: 2,
            },
            // A game's cards, which home draws of every game and a table of one.
            {
              name: (module) => `${/games\/(\w+)\/parts/.exec(module)?.[1] ?? ''}-cards`,
              test: /src\/games\/\w+\/parts\/(PlayerCard|TargetCard|points|NimbleCard|Sign|CategoryCard|Die|texts)/,
            },
            // What a match of NoNo and its score sheet both draw: one file, not seven.
            {
              name: 'nono',
              test: /src\/games\/nono\/(announcements|dice|format|verdictLines|parts\/(Thumb|Word|word))/,
            },
            // A game's table, which a chair, the big screen and a shared device draw: in one file, too.
            {
              name: (module) => `${/games\/(nono|nimble)\//.exec(module)?.[1] ?? ''}-table`,
              test: /src\/games\/(nono|nimble)\/(?!Face|Answer|Vote|ActionButtons|Play|OwnCards|Signal|Verdict|Gallery|Examples|Steps|Hints|Lesson|Sheet)[A-Za-z.]+$/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': `http://${server}`,
      '/games': `http://${server}`,
      '/ws': { target: `ws://${server}`, ws: true },
    },
  },
});
