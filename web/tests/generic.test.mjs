// The generic face: what it reads from a schema, and what it makes of what somebody filled in.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { done, load } from './load.mjs';

const { actionsOf, filled, made } = await load('/src/faces/generic/schema.ts');
after(done);

const struct = (type, properties = {}, required = []) => ({
  type: 'object',
  properties: { ...(type ? { type: { enum: [type] } } : {}), ...properties },
  required: [...(type ? ['type'] : []), ...required],
});
const optional = (schema) => ({ anyOf: [schema, { type: 'null' }], default: null });
const kinds = (fields) => fields.map(({ path, kind, optional: may }) => [path.join('.'), kind, may]);

test('a game with one action, with a union of them, and with none', () => {
  const one = { action: { $ref: '#/$defs/Shout' }, $defs: { Shout: struct('shout') } };
  assert.deepEqual(actionsOf(one), [{ name: 'shout', tag: 'type', value: 'shout', fields: [], holders: [] }]);
  const two = {
    action: { anyOf: [{ $ref: '#/$defs/Stop' }, { $ref: '#/$defs/Pass' }] },
    $defs: { Stop: struct('stop'), Pass: struct('pass') },
  };
  assert.deepEqual(
    actionsOf(two).map(({ name }) => name),
    ['stop', 'pass'],
  );
  assert.deepEqual(actionsOf({}), []);
  const numbered = { action: { type: 'object', properties: { kind: { enum: [3] } }, required: ['kind'] } };
  assert.deepEqual(made(actionsOf(numbered)[0]), { kind: 3 });
  const untagged = { action: struct('', { pile: { type: 'integer' } }, ['pile']) };
  const [action] = actionsOf(untagged);
  assert.deepEqual(made(action, { pile: 1 }), { pile: 1 });
});

test('a thing in an action is asked for part by part, a pair item by item', () => {
  const whole = { type: 'integer' };
  const pair = { type: 'array', prefixItems: [whole, whole], items: false, minItems: 2, maxItems: 2 };
  const bid = { $ref: '#/$defs/Bid' };
  const properties = {
    at: pair,
    bid,
    tags: { type: 'array', items: { type: 'string' } },
    near: optional(bid),
  };
  const [action] = actionsOf({
    action: struct('offer', { ...properties, how: { $ref: '#/$defs/How' } }, ['at', 'bid', 'how']),
    $defs: {
      Bid: struct('', { suit: { enum: ['red', 'blue'] }, amount: { ...whole, default: 3 } }, ['suit']),
      How: struct('', { fast: { type: 'boolean', default: false } }),
    },
  });
  assert.deepEqual(kinds(action.fields), [
    ['at.0', 'whole', false],
    ['at.1', 'whole', false],
    ['bid.suit', 'choice', false],
    ['bid.amount', 'whole', true],
    ['tags', 'texts', true],
    ['near.suit', 'choice', true],
    ['near.amount', 'whole', true],
    ['how.fast', 'choice', true],
  ]);
  const typed = { 'at.0': '1', 'at.1': '2', 'bid.suit': 'red' };
  assert.deepEqual(filled(action, typed), { at: [1, 2], bid: { suit: 'red' }, how: {} });
  assert.deepEqual(filled(action, { ...typed, 'bid.amount': '7', tags: 'a b; c', 'near.suit': 'blue' }), {
    at: [1, 2],
    bid: { suit: 'red', amount: 7 },
    tags: ['a b', 'c'],
    near: { suit: 'blue' },
    how: {},
  });
  assert.equal(filled(action, { ...typed, 'at.1': '' }), null);
});

test('every kind of field has its control, and what cannot be filled in is left out where it may be', () => {
  const properties = {
    pile: { type: 'integer', minimum: 0, maximum: 2 },
    bid: { type: 'integer', minimum: 0, maximum: 5000 },
    pace: { type: 'number' },
    word: { type: 'string', maxLength: 9 },
    suit: { enum: ['red', 'blue'] },
    fits: { type: 'boolean' },
    cards: { type: 'array', items: { type: 'integer', minimum: 0, maximum: 11 }, minItems: 3, maxItems: 3 },
    ids: { type: 'array', items: { type: 'integer' } },
    sure: optional({ type: 'boolean' }),
    onto: optional({ type: 'object' }),
    deal: { type: 'object' },
  };
  const required = ['pile', 'bid', 'pace', 'word', 'suit', 'fits', 'cards', 'ids', 'deal'];
  const [action] = actionsOf({ action: struct('try', properties, required) });
  assert.deepEqual(kinds(action.fields), [
    ['pile', 'choice', false],
    ['bid', 'whole', false],
    ['pace', 'number', false],
    ['word', 'text', false],
    ['suit', 'choice', false],
    ['fits', 'choice', false],
    ['cards', 'several', false],
    ['ids', 'numbers', false],
    ['sure', 'choice', true],
    ['deal', 'json', false],
  ]);
  assert.deepEqual(action.fields[0].values, [0, 1, 2]);
  const typed = {
    pile: 0,
    bid: '12',
    pace: '1.5',
    word: 'a',
    suit: 'red',
    fits: false,
    cards: [4, 0, 11],
    ids: '3, 4 5',
    deal: '{"a": 1}',
  };
  const values = { ...typed, bid: 12, pace: 1.5, ids: [3, 4, 5], deal: { a: 1 } };
  assert.deepEqual(filled(action, typed), values);
  for (const name of required)
    if (name !== 'cards') assert.equal(filled(action, { ...typed, [name]: undefined }), null);
  assert.equal(filled(action, { ...typed, bid: '1.5' }), null);
  assert.equal(filled(action, { ...typed, ids: '3, x' }), null);
  assert.equal(filled(action, { ...typed, deal: '{' }), null);
});
