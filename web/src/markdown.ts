// A game's rules, written in Markdown, as HTML. Whatever the text holds, only these come out of it: headings,
// paragraphs, lists in lists, tables, quotes, rules; bold, italic, code, links; and the place of the examples.

/** Where a game's drawn examples stand in its rules. */
export const EXAMPLES_HERE = '<!-- examples -->';

const ITEM = /^(\s*)([-*]|\d+\.)\s+(.*)$/;
const escape = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

/** Headings move down one step, as the page's own h1 names the game. */
export function toHtml(markdown: string): string {
  return blocks(markdown.replace(/\r/g, '').split('\n'));
}

function blocks(lines: string[]): string {
  const out: string[] = [];
  const rest = [...lines];
  while (rest.length > 0) {
    const read = READERS.find(([starts]) => starts.test(rest[0]!));
    if (read) out.push(read[1](rest));
    else rest.shift();
  }
  return out.join('');
}

type Reader = (rest: string[]) => string;
const READERS: [RegExp, Reader][] = [
  [/^#{1,6} /, heading],
  [/^(---+|\*\*\*+)$/, (rest) => (rest.shift(), '<hr>')],
  [/^<!--.*-->$/, (rest) => (rest.shift() === EXAMPLES_HERE ? EXAMPLES_HERE : '')],
  [/^>/, quote],
  [/^\|/, table],
  [ITEM, list],
  [/\S/, paragraph],
];

/** Takes lines from the front for as long as they belong. */
function take(rest: string[], belongs: (line: string, taken: string[]) => boolean): string[] {
  const taken: string[] = [];
  while (rest.length > 0 && belongs(rest[0]!, taken)) taken.push(rest.shift()!);
  return taken;
}

function heading(rest: string[]): string {
  const [, marks, text] = /^(#+) (.*)$/.exec(rest.shift()!)!;
  return `<h${marks!.length}>${inline(text!)}</h${marks!.length}>`;
}

function quote(rest: string[]): string {
  const inside = take(rest, (line) => line.startsWith('>')).map((line) => line.replace(/^> ?/, ''));
  return `<blockquote>${blocks(inside)}</blockquote>`;
}

function table(rest: string[]): string {
  const [head, , ...rows] = take(rest, (line) => line.startsWith('|')).map((line) =>
    line
      .replace(/^\||\|\s*$/g, '')
      .split(/(?<!\\)\|/)
      .map((cell) => inline(cell.trim().replace(/\\\|/g, '|'))),
  );
  const row = (cells: string[], open: string, close: string): string =>
    `<tr>${cells.map((cell) => `${open}${cell}${close}`).join('')}</tr>`;
  const name = head!.join(' · ').replace(/<[^>]*>/g, '');
  const body = rows.map((cells) => row(cells, '<td>', '</td>')).join('');
  return (
    `<div class="table" tabindex="0" role="region" aria-label="${name}">` +
    `<table><thead>${row(head!, '<th scope="col">', '</th>')}</thead><tbody>${body}</tbody></table></div>`
  );
}

function list(rest: string[]): string {
  const indent = ITEM.exec(rest[0]!)![1]!.length;
  const ordered = /^\s*\d/.test(rest[0]!);
  const items: string[] = [];
  while (rest.length > 0 && ITEM.exec(rest[0]!)?.[1]!.length === indent) items.push(item(rest));
  return ordered ? `<ol>${items.join('')}</ol>` : `<ul>${items.join('')}</ul>`;
}

/** An item goes on while lines are indented below it; a blank line only if more of it follows. */
function item(rest: string[]): string {
  const first = rest.shift()!;
  const width = first.length - ITEM.exec(first)![3]!.length;
  const inner = (line: string): boolean => line.search(/\S/) >= width;
  const lines = take(
    rest,
    (line) =>
      inner(line) || (line.trim() === '' && inner(rest.slice(1).find((next) => next.trim() !== '') ?? '')),
  );
  const html = blocks([first.slice(width), ...lines.map((line) => line.slice(width))]);
  return `<li>${html.replace(/^<p>(.*?)<\/p>/s, '$1')}</li>`;
}

function paragraph(rest: string[]): string {
  const lines = take(
    rest,
    (line, taken) =>
      line.trim() !== '' && (taken.length === 0 || !/^(#{1,6} |>|\||\s*[-*] |\s*\d+\. )/.test(line)),
  );
  return `<p>${inline(lines.map((line) => line.trim()).join(' '))}</p>`;
}

function inline(text: string): string {
  return text
    .split(/(`[^`]+`)/)
    .map((part) =>
      part.startsWith('`') ? `<code>${escape(part.slice(1, -1))}</code>` : marked(escape(part)),
    )
    .join('');
}

const marked = (text: string): string =>
  text
    .replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
    .replace(/(?<![\w*])\*(\S(?:.*?\S)?)\*(?![\w*])/g, '<em>$1</em>')
    .replace(/\[([^\]]+)\]\((https?:\/\/[^)\s]+|[\w./#-][^):\s]*)\)/g, '<a href="$2">$1</a>');
