import { describe, expect, it } from 'vitest'
import { importFile } from '../../../server/import/import-file.ts'
import { workbook } from './make-workbook.ts'

/** Types that only one vendor's forms have. */

describe("Kobo's and SurveyCTO's own types", () => {
  const choices = [
    ['list_name', 'name', 'label'],
    ['needs', 'food', 'Food'],
    ['needs', 'water', 'Water'],
  ]
  const fieldsOf = async (survey: (string | null)[][], leaveOutBroken = false) => {
    const { form, report } = await importFile(workbook({ survey, choices }), 'kinds.xlsx', {
      id: null,
      title: null,
      leaveOutBroken,
    })
    const fields = form.sections.flatMap(section => section.fields)
    return { fields, report, sections: form.sections }
  }

  it('a matrix asks each question for each option of its list', async () => {
    const { fields, sections } = await fieldsOf([
      ['type', 'name', 'label', 'kobo--matrix_list', 'required'],
      ['begin_kobomatrix', 'm', 'Goods', 'needs', null],
      ['integer', 'have', 'How many?', null, 'true'],
      ['select_one needs', 'kind', 'Which?', null, null],
      ['end_kobomatrix', null, null, null, null],
      ['text', 'after', 'After', null, null],
    ])
    expect(fields.map(({ name, type, is_required }) => [name, type, is_required])).toEqual([
      ['m_food_have', 'NUMBER', true],
      ['m_food_kind', 'RADIO', false],
      ['m_water_have', 'NUMBER', true],
      ['m_water_kind', 'RADIO', false],
      ['after', 'TEXT', false],
    ])
    expect(sections.map(({ name }) => name)).toEqual(['Goods – Food', 'Goods – Water', ''])
  })

  it('a score asks each row with the same options', async () => {
    const { fields } = await fieldsOf([
      ['type', 'name', 'label', 'kobo--score-choices', 'required'],
      ['begin_score', 's', 'Agree?', 'needs', 'true'],
      ['score__row', 'a', 'A', null, null],
      ['score__row', 'b', 'B', null, null],
      ['end_score', null, null, null, null],
    ])
    expect(fields).toMatchObject([
      { name: 'a', type: 'RADIO', is_required: true, options: [{ value: 'food' }, {}] },
      { name: 'b', type: 'RADIO', is_required: true, options: [{ value: 'food' }, {}] },
    ])
  })

  it('a rank asks each level, and no two are the same', async () => {
    const { fields } = await fieldsOf([
      ['type', 'name', 'label', 'kobo--rank-items', 'kobo--rank-constraint-message'],
      ['begin_rank', 'r', 'Needs', 'needs', 'Chosen before'],
      ['rank__level', 'n1', 'First', null, null],
      ['rank__level', 'n2', 'Second', null, null],
      ['end_rank', null, null, null, null],
    ])
    expect(fields).toMatchObject([
      { name: 'n1', type: 'SELECT', is_required: true },
      { name: 'n2', type: 'SELECT', is_required: true, valid_message: 'Chosen before' },
    ])
    expect(JSON.stringify(fields[1]?.valid_if)).toContain('n1')
    expect(fields[0]?.valid_if).toBeUndefined()
  })

  it('one without its list, or without its end, is refused with its row', async () => {
    const lost = [
      ['type', 'name', 'label', 'kobo--score-choices'],
      ['text', 'x', 'X', null],
      ['begin_score', 's', 'Agree?', 'lost'],
      ['score__row', 'a', 'A', null],
    ]
    await expect(fieldsOf(lost)).rejects.toThrow(
      'survey!3: the score has no list "lost" of options.\nsurvey!3: "begin score" is never ended.',
    )
  })

  it('what SurveyCTO records is a line of the report, and so is an unknown type if that is asked', async () => {
    const survey = [
      ['type', 'name', 'label', 'calculation'],
      ['text audit', 'ta', null, null],
      ['caseid', 'case', null, null],
      ['comments', 'notes', null, null],
      ['calculate_here', 'now', null, '1 + 1'],
      ['text', 'a', 'A', null],
    ]
    const { fields, report } = await fieldsOf(survey)
    expect(fields.map(({ name }) => name)).toEqual(['now', 'a'])
    expect(report.filter(({ outcome }) => outcome === 'left out').map(({ name }) => name)).toEqual([
      'ta',
      'case',
      'notes',
    ])
    const odd = [...survey, ['txet', 'b', 'B', null]]
    await expect(fieldsOf(odd)).rejects.toThrow('the type "txet" is not known.')
    expect((await fieldsOf(odd, true)).report).toContainEqual({
      name: '',
      outcome: 'left out',
      what: 'survey!A7: the type "txet" is not known',
    })
  })
})
