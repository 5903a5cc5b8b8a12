import { describe, expect, it } from 'vitest'
import { importFile } from '../../../../server/import/import-file.ts'
import { asWorkbook } from '../../../fuzz/authors/form.ts'
import { caseForms } from '../../../fuzz/authors/cases.ts'
import { asCaseXForm, type CaseForm } from '../../../fuzz/authors/entities.ts'

/** What forms say of cases, as workbooks and as XForms. */

const options = { id: null, title: null, leaveOutBroken: false }

const imported = async (form: CaseForm, kind: 'xlsx' | 'xml') => {
  const bytes = kind === 'xml' ? Buffer.from(asCaseXForm(form, 'outside')) : asWorkbook(form)
  const caseLists = Object.keys(form.lists ?? {})
  const {
    form: made,
    report,
    files,
  } = await importFile(bytes, `form.${kind}`, { ...options, caseLists })
  const fields = made.sections.flatMap(section =>
    section.fields.map(field => ({ section: section.id, ...field })),
  )
  const lines = report.filter(({ outcome }) => outcome !== 'translated').map(({ what }) => what)
  return { fields, lines, files }
}

describe.each(caseForms)('$of', form => {
  it.each(['xlsx', 'xml'] as const)(
    'is imported without a line (%s), and needs no file',
    async kind => {
      const { lines, files } = await imported(form, kind)
      expect(lines).toEqual([])
      expect(files).toEqual([])
    },
  )

  it('means the same as a workbook and as an XForm', async () => {
    const [sheets, xform] = [await imported(form, 'xlsx'), await imported(form, 'xml')]
    const hidden = ({ fields }: typeof sheets) =>
      fields
        .filter(({ id }) => id.includes(':case'))
        .map(({ id, section, calculate, case: of, visible_if }) => ({
          id,
          repeat: form.repeats?.some(list => id.startsWith(list)) ? section : null,
          calculate,
          of,
          visible_if,
        }))
        .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    expect(hidden(xform)).toEqual(hidden(sheets))
    expect(hidden(sheets).filter(({ of }) => of !== undefined)).toHaveLength(
      form.entities?.length ?? 0,
    )
  })
})
