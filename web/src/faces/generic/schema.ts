// What a game's JSON Schema says of its actions: which there are, and what each asks for. No rules: whether an action is
// allowed is the server's answer; `legal` only says in which phases it is not refused out of hand.

export interface Schema {
  $ref?: string;
  anyOf?: Schema[];
  type?: string;
  enum?: (string | number | boolean)[];
  const?: string | number | boolean;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema | false;
  prefixItems?: Schema[];
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  default?: unknown;
  discriminator?: { propertyName: string };
}

export type Scalar = string | number | boolean;

export type Path = (string | number)[];

/** How a field is filled in: one of some values, a whole or any number, a text, several of these, or (a list of things that
 *  have fields themselves) as JSON. */
export interface Field {
  /** where its value goes: `bid.suit` is the suit of the action's bid, `at.0` the first of the two numbers `at` */
  path: Path;
  kind: 'choice' | 'whole' | 'number' | 'text' | 'several' | 'numbers' | 'texts' | 'json';
  /** may be left out */
  optional: boolean;
  values: Scalar[];
  least?: number | undefined;
  most?: number | undefined;
}

export const keyOf = (field: Field): string => field.path.join('.');

export interface Action {
  /** its tag, and the field that holds it; '' for a game with one action that has none */
  name: string;
  tag: string;
  value: Scalar;
  fields: Field[];
  /** things and lists that must be there even if nothing in them is filled in */
  holders: { path: Path; empty: 'thing' | 'list' }[];
}

export type GameSchema = Record<string, unknown>;

const DEEPEST = 3; // what lies deeper is typed as JSON: no such form is filled in while others play
const MOST_VALUES = 24; // so many buttons are still looked through; beyond, it is typed

export function actionsOf(schema: GameSchema): Action[] {
  const parts = (schema['$defs'] ?? {}) as Record<string, Schema>;
  const found = (one: Schema | undefined): Schema =>
    one?.$ref ? found(parts[one.$ref.slice(one.$ref.lastIndexOf('/') + 1)]) : (one ?? {});
  const union = found(schema['action'] as Schema | undefined);
  const kinds = union.anyOf?.map(found) ?? (union.properties ? [union] : []);
  return kinds.map((kind) => actionOf(kind, found));
}

function actionOf(kind: Schema, found: (one: Schema) => Schema): Action {
  const tag = Object.entries(kind.properties ?? {}).find(([, one]) => isConstant(one));
  const value = tag?.[1].const ?? tag?.[1].enum?.[0] ?? '';
  const action: Action = { name: String(value), value, tag: tag?.[0] ?? '', fields: [], holders: [] };
  askForParts(action, kind, [], true, found, tag?.[0]);
  return action;
}

const isConstant = (one: Schema): boolean => one.enum?.length === 1 || one.const !== undefined;

/** A thing is asked for part by part, a list of a fixed length item by item, all else in one field. */
function askFor(
  action: Action,
  path: Path,
  given: Schema,
  required: boolean,
  found: (one: Schema) => Schema,
): void {
  const whole = found(given);
  const others = whole.anyOf?.map(found).filter((one) => one.type !== 'null') ?? [whole];
  const nullable = whole.anyOf !== undefined && others.length < whole.anyOf.length;
  const schema = others.length === 1 ? others[0]! : {};
  const asked = required && !nullable;
  if (path.length < DEEPEST && (schema.properties || schema.prefixItems)) {
    if (asked) action.holders.push({ path, empty: schema.properties ? 'thing' : 'list' });
    askForParts(action, schema, path, asked, found);
  } else {
    const field = { path, optional: !asked, ...control(schema, found) };
    if (field.kind !== 'json' || asked) action.fields.push(field);
  }
}

function askForParts(
  action: Action,
  schema: Schema,
  path: Path,
  required: boolean,
  found: (one: Schema) => Schema,
  but?: string,
): void {
  schema.prefixItems?.forEach((one, index) => askFor(action, [...path, index], one, required, found));
  for (const [name, one] of Object.entries(schema.properties ?? {}))
    if (name !== but)
      askFor(action, [...path, name], one, required && (schema.required ?? []).includes(name), found);
}

type Control = Omit<Field, 'path' | 'optional'>;

function control(schema: Schema, found: (one: Schema) => Schema): Control {
  if (schema.enum) return { kind: 'choice', values: schema.enum };
  if (schema.const !== undefined) return { kind: 'choice', values: [schema.const] };
  if (schema.type === 'boolean') return { kind: 'choice', values: [true, false] };
  if (schema.type === 'string') return { kind: 'text', values: [], most: schema.maxLength };
  if (schema.type === 'integer') return numbers(schema);
  if (schema.type === 'number')
    return { kind: 'number', values: [], least: schema.minimum, most: schema.maximum };
  if (schema.type === 'array' && schema.items) return list(schema, control(found(schema.items), found));
  return { kind: 'json', values: [] };
}

function numbers(schema: Schema): Control {
  const least =
    schema.minimum ?? (schema.exclusiveMinimum === undefined ? undefined : schema.exclusiveMinimum + 1);
  const most =
    schema.maximum ?? (schema.exclusiveMaximum === undefined ? undefined : schema.exclusiveMaximum - 1);
  if (least === undefined || most === undefined || most - least >= MOST_VALUES)
    return { kind: 'whole', values: [], least, most };
  return { kind: 'choice', values: Array.from({ length: most - least + 1 }, (_, i) => least + i) };
}

function list(schema: Schema, item: Control): Control {
  const bounds = { least: schema.minItems, most: schema.maxItems };
  if (item.kind === 'choice') return { kind: 'several', values: item.values, ...bounds };
  if (item.kind === 'whole') return { kind: 'numbers', values: [], ...bounds };
  if (item.kind === 'text') return { kind: 'texts', values: [], ...bounds };
  return { kind: 'json', values: [] };
}

/** An action that needs no form: one button, or one for each value of its only field. */
export interface Tap {
  label: string;
  action: Record<string, unknown>;
}

export const made = (action: Action, values: Record<string, unknown> = {}): Record<string, unknown> =>
  action.tag ? { [action.tag]: action.value, ...values } : values;

/** What its fields hold, typed; null while something is missing or cannot be read. */
export function filled(action: Action, typed: Record<string, unknown>): Record<string, unknown> | null {
  const values: Record<string, unknown> = {};
  for (const { path, empty } of action.holders) put(values, path, empty === 'thing' ? {} : []);
  for (const field of action.fields) {
    const value = read(field, typed[keyOf(field)]);
    if (value === undefined) {
      if (!field.optional) return null;
    } else if (value === null) return null;
    else put(values, field.path, value);
  }
  return values;
}

/** Puts a value where it goes, and makes what it lies in. */
function put(into: Record<string | number, unknown>, [first, ...rest]: Path, value: unknown): void {
  if (first === undefined) return;
  if (rest.length === 0) into[first] = value;
  else {
    into[first] ??= typeof rest[0] === 'number' ? [] : {};
    put(into[first] as Record<string | number, unknown>, rest, value);
  }
}

/** undefined: nothing was given; null: it cannot be read. */
function read(field: Field, typed: unknown): unknown {
  if (field.kind === 'several') {
    const chosen = (typed as Scalar[] | undefined) ?? [];
    return chosen.length === 0 && field.optional ? undefined : chosen;
  }
  if (field.kind === 'choice') return typed;
  const text = typeof typed === 'string' ? typed : typed == null ? '' : String(typed);
  if (text.trim() === '') return undefined;
  if (field.kind === 'text') return text;
  if (field.kind === 'json') return parsed(text);
  if (field.kind === 'texts') return items(text, /[,;]/);
  if (field.kind === 'numbers') {
    const all = items(text, /[\s,;]+/).map(Number);
    return all.every(Number.isInteger) ? all : null;
  }
  const value = Number(text);
  return Number.isFinite(value) && (field.kind === 'number' || Number.isInteger(value)) ? value : null;
}

const items = (text: string, between: RegExp): string[] =>
  text
    .split(between)
    .map((one) => one.trim())
    .filter(Boolean);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
