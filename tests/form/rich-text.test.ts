import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keysOf, plainText, readRichText } from '../../src/form/texts/rich-text.ts'

/** The supported part of Markdown and HTML, parsed into a tree and never used as HTML. */

const text = (value: string) => ({ kind: 'text', text: value })
const paragraph = (...children: object[]) => ({ kind: 'paragraph', children })
const marked = (kind: string, ...children: object[]) => ({ kind, children })

const read: readonly (readonly [string, readonly object[]])[] = [
  ['Age', [paragraph(text('Age'))]],
  [
    'a **b** __c__',
    [paragraph(text('a '), marked('strong', text('b')), text(' '), marked('strong', text('c')))],
  ],
  ['*a* _b_', [paragraph(marked('emphasis', text('a')), text(' '), marked('emphasis', text('b')))]],
  ['a_b_c and 2 * 3 * 4', [paragraph(text('a_b_c and 2 * 3 * 4'))]],
  ['\\*a\\* \\_', [paragraph(text('*a* _'))]],
  [
    '# Title #\nwords',
    [{ kind: 'heading', level: 1, children: [text('Title')] }, paragraph(text('words'))],
  ],
  [
    '<h2 style="color: red">T</h2>x',
    [
      {
        kind: 'heading',
        level: 2,
        children: [{ kind: 'coloured', colour: 'red', children: [text('T')] }],
      },
      paragraph(text('x')),
    ],
  ],
  [
    'a\nb<br/>c\n\nd',
    [
      paragraph(text('a'), { kind: 'break' }, text('b'), { kind: 'break' }, text('c')),
      paragraph(text('d')),
    ],
  ],
  ['* a\n* b', [{ kind: 'list', start: null, items: [[text('a')], [text('b')]] }]],
  ['3. a\n4. b', [{ kind: 'list', start: 3, items: [[text('a')], [text('b')]] }]],
  ['1. How old?', [paragraph(text('1. How old?'))]],
  ['<ul><li>a</li></ul>', [{ kind: 'list', start: null, items: [[text('a')]] }]],
  [
    '[us](https://a.org/b_c)',
    [paragraph({ kind: 'link', href: 'https://a.org/b_c', children: [text('us')] })],
  ],
  ['[us](javascript:alert(1))', [paragraph(text('us'))]],
  ['<a href="javascript:x">us</a>', [paragraph(text('us'))]],
  [
    '<span style="color:#f58a1f">o</span>',
    [paragraph({ kind: 'coloured', colour: '#f58a1f', children: [text('o')] })],
  ],
  [
    '<span style="color:red;background:url(x)">o</span>',
    [paragraph({ kind: 'coloured', colour: 'red', children: [text('o')] })],
  ],
  ['<span style="color:url(x)">o</span>', [paragraph(text('o'))]],
  ['<b>a <i>b</i></b>', [paragraph(marked('strong', text('a '), marked('emphasis', text('b'))))]],
  ['a <script>x()</script>b', [paragraph(text('a b'))]],
  ['<img src=x onerror=y> 1 < 2 &amp; 3 > 2', [paragraph(text('1 < 2 & 3 > 2'))]],
  [
    '[a](${b}) <c ${d}>',
    [
      paragraph(
        text('[a]('),
        { kind: 'fill', key: 'b' },
        text(') <c '),
        { kind: 'fill', key: 'd' },
        text('>'),
      ),
    ],
  ],
  [
    '**${name}** is ${age}',
    [
      paragraph(marked('strong', { kind: 'fill', key: 'name' }), text(' is '), {
        kind: 'fill',
        key: 'age',
      }),
    ],
  ],
]

describe('a text', () => {
  it.each(read)('%j', (source, blocks) => {
    const found = readRichText(source).map(block =>
      block.kind === 'paragraph' ? { ...block, children: trimmed(block.children) } : block,
    )
    expect(found).toEqual(blocks)
  })

  it('is plain text where formatting cannot be shown, with its fills unchanged', () => {
    const source = '# Hello **${name}**\n* a\n* b'
    expect(plainText(source, key => `*${key}* <b>`)).toBe('Hello *name* <b> a, b')
    expect(keysOf('${a} and **${b}** and ${a}')).toEqual(['a', 'b'])
  })

  it('keeps every word and terminates for any input', () => {
    const pieces = fc.constantFrom(
      'a',
      '*',
      '**',
      '_',
      '__',
      '<b>',
      '</b>',
      '<',
      '\n',
      '# ',
      '1. ',
      '\\',
      '${',
      'x}',
      '&',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), parts => {
        const source = parts.join('')
        const count = (of: string) => of.split('a').length
        expect(count(plainText(source, key => key))).toBe(count(source))
      }),
      { numRuns: 2000, seed: 22 },
    )
  })
})

/** A removed tag leaves empty text at the beginning. */
const trimmed = (children: readonly { readonly kind: string; readonly text?: string }[]) =>
  children.map((child, place) =>
    place === 0 && child.text !== undefined ? { ...child, text: child.text.trimStart() } : child,
  )

it('what is written from right to left does not take the words around it along', () => {
  expect(plainText('Member: ${name} 2', () => 'سارة')).toBe('Member: \u2068سارة\u2069 2')
  expect(plainText('Member: ${name} 2', () => 'Ravi')).toBe('Member: Ravi 2')
})

it('a day, a phone number and a negative number keep their order among words from right to left', () => {
  for (const filled of ['2026-10-02', '+919876543210', '-5']) {
    expect(plainText('ليس قبل ${day}.', () => filled)).toBe(`ليس قبل \u2068${filled}\u2069.`)
  }
  expect(plainText('ليس قبل ${day}.', () => '')).toBe('ليس قبل .')
})
