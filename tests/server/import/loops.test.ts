import { describe, expect, it } from 'vitest'
import { readSheets as read, type Rows } from './read-sheets.ts'

/** Loops: questions that are asked for each option of a list. */

const choices: Rows = [
  ['list_name', 'name', 'label::English (en)', 'label::French (fr)'],
  ['goods', 'salt', 'Salt', 'Sel'],
  ['goods', 'oil', 'Oil', 'Huile'],
  ['goods', 'none', 'None of them', 'Aucun'],
]

describe('a loop', () => {
  it('asks its questions for each option of its list, whose words are in their cells', async () => {
    const { form, lines } = await read({
      survey: [
        ['type', 'name', 'label::English (en)', 'label::French (fr)', 'constraint'],
        ['begin loop over goods', 'each', 'Goods', 'Produits', null],
        ['integer', 'all', 'How much %(label)s?', 'Combien de %(label)s ?', null],
        ['integer', 'sold', 'Of %(name)s sold?', 'Vendu ?', '. <= ../all'],
        ['end loop', null, null, null, null],
        ['text', 'after', 'After', 'Après', null],
      ],
      choices,
    })
    expect(lines).toEqual([])
    expect(form.sections).toMatchObject([
      {
        name: 'Goods – Salt',
        names: { fr: 'Produits – Sel' },
        fields: [
          {
            id: 'each/salt/all',
            label: 'How much Salt?',
            labels: { en: 'How much Salt?', fr: 'Combien de Sel ?' },
          },
          { id: 'each/salt/sold', label: 'Of salt sold?' },
        ],
      },
      { name: 'Goods – Oil', fields: [{ id: 'each/oil/all' }, { id: 'each/oil/sold' }] },
      { name: '', fields: [{ id: 'after' }] },
    ])
    expect(JSON.stringify(form.sections[1]?.fields[1]?.valid_if)).toContain('each/oil/all')
  })

  it('may be within another one', async () => {
    const { form } = await read({
      survey: [
        ['type', 'name', 'label'],
        ['begin_loop over goods', 'x', null],
        ['begin_loop over goods', 'y', null],
        ['text', 'q', 'Q'],
        ['end_loop', null, null],
        ['end_loop', null, null],
      ],
      choices,
    })
    expect(form.sections.flatMap(({ fields }) => fields.map(({ id }) => id))).toEqual([
      'x/salt/y/salt/q',
      'x/salt/y/oil/q',
      'x/oil/y/salt/q',
      'x/oil/y/oil/q',
    ])
  })

  it('without its list, or without its end, is refused with its row', async () => {
    const of = (...rows: Rows) => read({ survey: [['type', 'name', 'label'], ...rows], choices })
    const question = ['text', 'q', 'Q']
    await expect(
      of(['begin loop over lost', 'x', null], question, ['end loop', null, null]),
    ).rejects.toThrow('survey!2: the loop has no list "lost" of options.')
    await expect(of(['begin loop over goods', 'x', null], question)).rejects.toThrow(
      'survey!2: "begin loop" is never ended.',
    )
  })
})
