// What a type checker does not see: mistakes in Svelte's markup and reactivity, and imports that point the wrong
// way. How a line is broken is Prettier's business alone.
import { readdirSync } from 'node:fs';
import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import { defineConfig, globalIgnores } from 'eslint/config';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

// The layers, from below: look ← feel ← parts ← faces ← games ← screens. Beside them at the root: what talks to the
// server, and App, which puts it all together. A game knows no other game, and no screen knows a game's folder.
const games = readdirSync('src/games', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

const never = (files, ignores, regex, message) => ({
  files,
  ignores,
  rules: { 'no-restricted-imports': ['error', { patterns: [{ regex, message }] }] },
});
const into = (...folders) => `^(\\.{1,2}/)+(${folders.join('|')})(/|$)`;

const layers = [
  never(
    ['src/*.ts', 'src/i18n/**'],
    ['src/main.ts'],
    into('feel', 'parts', 'faces', 'games', 'screens'),
    'draws nothing',
  ),
  never(
    ['src/look/**'],
    [],
    into('feel', 'parts', 'faces', 'games', 'screens'),
    'look stands below everything',
  ),
  never(['src/feel/**'], [], into('parts', 'faces', 'games', 'screens'), 'feel stands below parts'),
  never(
    ['src/parts/**'],
    [],
    into('faces', 'games', 'screens', 'api', 'socket.svelte'),
    'parts are drawn from their props',
  ),
  never(['src/faces/**'], [], into('games', 'screens'), 'a face may be any game’s'),
  never(['src/games/*'], [], into('screens', ...games), 'no file but a game knows that game'),
  never(['src/screens/**'], [], into(...games.map((game) => `games/${game}`)), 'no screen knows a game'),
  ...games.map((game) =>
    never(
      [`src/games/${game}/**`],
      [],
      into('screens', ...games.filter((other) => other !== game)),
      'a game knows neither screens nor other games',
    ),
  ),
];

export default defineConfig(
  globalIgnores(['src/http.ts', 'src/wire.ts', 'src/games/*/types.ts']), // generated
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  svelte.configs.prettier,
  {
    files: ['src/**'],
    languageOptions: { globals: globals.browser },
  },
  {
    files: ['scripts/**', 'tests/**', '*.config.*'],
    languageOptions: { globals: globals.node },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  layers,
  {
    rules: {
      'no-undef': 'off', // TypeScript knows better
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // A sign such as {'+'} is no text to translate: tests/web/test_catalogues.py tells them apart by the braces.
      'svelte/no-useless-mustaches': 'off',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'prefer-const': 'off', // says `const` of props too, which change from outside
      'svelte/prefer-const': ['error', { excludedRunes: ['$props'] }],
    },
  },
);
