// What a type checker does not see: mistakes in Svelte's markup and reactivity, and imports that point the wrong
// way. How a line is broken is Prettier's business alone.
import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import { defineConfig, globalIgnores } from 'eslint/config';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default defineConfig(
  globalIgnores(['src/http.ts', 'src/wire.ts']), // generated
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
