import { expect } from 'vitest'
import { elementsOf, readXml, type Element } from '../../server/import/xform/xml.ts'
import { readZip } from './read-zip.ts'

/* Workbooks by the letter of the standard (ECMA-376, part 1), because most readers forgive what some refuse. */

const countOf = (parent: Element, name: string): number => {
  const [list] = elementsOf(parent, name)
  if (list === undefined) throw new Error(`There is no ${name}`)
  expect([name, list.attributes['count']]).toEqual([name, String(elementsOf(list).length)])
  return elementsOf(list).length
}

/** What each kind of element of styles.xml must contain, and the order of these. */
const styleParts =
  'numFmts fonts fills borders cellStyleXfs cellXfs cellStyles dxfs tableStyles colors extLst'.split(
    ' ',
  )

/** Checks the parts of a workbook against the standard: styles, names of sheets, types of parts, and cells. */
export const expectStandard = (book: Buffer): void => {
  const files = readZip(book)
  const xml = (name: string) => readXml(files.get(name) ?? Buffer.from(''))
  const styles = xml('xl/styles.xml')
  const parts = elementsOf(styles).map(({ name }) => name)
  expect(parts).toEqual(styleParts.filter(name => parts.includes(name)))
  const [formats] = elementsOf(styles, 'numFmts').map(list => elementsOf(list))
  const ownFormats = (formats ?? []).map(({ attributes }) => attributes['numFmtId'])
  const counts = {
    fontId: countOf(styles, 'fonts'),
    fillId: countOf(styles, 'fills'),
    borderId: countOf(styles, 'borders'),
    xfId: countOf(styles, 'cellStyleXfs'),
  }
  countOf(styles, 'numFmts')
  for (const fill of elementsOf(styles, 'fills').flatMap(list => elementsOf(list))) {
    expect(elementsOf(fill).map(({ name }) => name)).toEqual([
      expect.stringMatching(/^(pattern|gradient)Fill$/),
    ])
  }
  const formatsOfCells = elementsOf(styles, 'cellXfs').flatMap(list => elementsOf(list))
  for (const { attributes } of formatsOfCells) {
    for (const [name, count] of Object.entries(counts)) {
      expect([name, Number(attributes[name] ?? 'none') < count]).toEqual([name, true])
    }
    const format = attributes['numFmtId'] ?? ''
    expect(Number(format) < 164 || ownFormats.includes(format)).toBe(true)
  }
  const sheets = elementsOf(xml('xl/workbook.xml'), 'sheets').flatMap(list => elementsOf(list))
  const names = sheets.map(({ attributes }) => attributes['name'] ?? '')
  expect(new Set(names.map(name => name.toLowerCase())).size).toBe(names.length)
  for (const name of names) expect(name).toMatch(/^[^[\]:*?/\\'\p{Cc}]{1,31}$/u)
  const targets = elementsOf(xml('xl/_rels/workbook.xml.rels')).map(
    ({ attributes }) => `xl/${attributes['Target']}`,
  )
  const typed = elementsOf(xml('[Content_Types].xml'), 'Override').map(
    ({ attributes }) => attributes['PartName'],
  )
  expect(targets.filter(name => !files.has(name))).toEqual([])
  expect(typed.toSorted()).toEqual(
    [...targets, 'xl/workbook.xml'].map(name => `/${name}`).toSorted(),
  )
  for (const name of targets.filter(each => each.includes('sheet'))) {
    for (const row of elementsOf(xml(name), 'sheetData').flatMap(data => elementsOf(data))) {
      for (const { attributes, children } of elementsOf(row)) {
        expect(attributes['r']).toMatch(new RegExp(`^[A-Z]+${row.attributes['r']}$`))
        expect(Number(attributes['s'] ?? 0)).toBeLessThan(formatsOfCells.length)
        const [value] = children
        if (typeof value === 'string' || value === undefined) throw new Error('No value')
        if (attributes['t'] === undefined)
          expect(Number.isFinite(Number(value.children[0]))).toBe(true)
        else expect([attributes['t'], value.name]).toEqual(['inlineStr', 'is'])
      }
    }
  }
}
