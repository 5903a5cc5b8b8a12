import { crc32, deflateRawSync } from 'node:zlib'

/** Workbooks for tests, in Excel's format. */

/** A day or a time as Excel keeps it: days since the end of 1899, with the format in which they are shown. */
interface Moment {
  readonly days: number
  readonly format: string
}

type Value = string | number | boolean | null | Moment

const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

const letter = (column: number): string => String.fromCharCode(65 + column)

const cell = (value: Value, place: string, formats: readonly string[]): string => {
  if (value === null || value === '') return ''
  if (typeof value === 'object') {
    return `<c r="${place}" s="${formats.indexOf(value.format) + 1}"><v>${value.days}</v></c>`
  }
  if (typeof value === 'number') return `<c r="${place}"><v>${value}</v></c>`
  if (typeof value === 'boolean') return `<c r="${place}" t="b"><v>${value ? 1 : 0}</v></c>`
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`
}

type Sheets = Readonly<Record<string, readonly (readonly Value[])[]>>

const formatsIn = (sheets: Sheets): readonly string[] => [
  ...new Set(
    Object.values(sheets)
      .flat(2)
      .flatMap(value => (typeof value === 'object' && value !== null ? value.format : [])),
  ),
]

const stylesXml = (formats: readonly string[]): string => {
  const own = formats.map(
    (format, n) => `<numFmt numFmtId="${164 + n}" formatCode="${escaped(format)}"/>`,
  )
  const used = formats.map((_format, n) => `<xf numFmtId="${164 + n}"/>`)
  return `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts>${own.join('')}</numFmts><cellXfs><xf numFmtId="0"/>${used.join('')}</cellXfs></styleSheet>`
}

const sheetXml = (rows: readonly (readonly Value[])[], formats: readonly string[]): string => {
  const inside = rows
    .map((values, row) => {
      const cells = values
        .map((value, column) => cell(value, `${letter(column)}${row + 1}`, formats))
        .join('')
      return cells === '' ? '' : `<row r="${row + 1}">${cells}</row>`
    })
    .join('')
  return `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${inside}</sheetData></worksheet>`
}

/** A zip of the given files, deflated. */
export const zip = (files: Readonly<Record<string, string | Buffer>>): Buffer => {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(20, 4)
    head.writeUInt16LE(8, 8)
    head.writeUInt32LE(crc32(bytes), 14)
    head.writeUInt32LE(packed.length, 18)
    head.writeUInt32LE(bytes.length, 22)
    head.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(20, 6)
    head.copy(entry, 8, 6, 30)
    entry.writeUInt32LE(offset, 42)
    parts.push(head, Buffer.from(name), packed)
    directory.push(entry, Buffer.from(name))
    offset += head.length + name.length + packed.length
  }
  const entries = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Object.keys(files).length, 8)
  end.writeUInt16LE(Object.keys(files).length, 10)
  end.writeUInt32LE(entries.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, entries, end])
}

/** The files of a workbook before they are zipped. */
export const workbookFiles = (sheets: Sheets): Readonly<Record<string, string>> => {
  const names = Object.keys(sheets)
  const formats = formatsIn(sheets)
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const list = names
    .map(
      (name, index) =>
        `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
    )
    .join('')
  const relations = names
    .map(
      (_name, index) =>
        `<Relationship Id="rId${index + 1}" Type="${office}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
    )
    .join('')
  const packages = 'http://schemas.openxmlformats.org/package/2006'
  return {
    '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${office}"><sheets>${list}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships">${relations}<Relationship Id="styles" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': stylesXml(formats),
    ...Object.fromEntries(
      names.map((name, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        sheetXml(sheets[name] ?? [], formats),
      ]),
    ),
  }
}

/** A workbook with the given rows by sheet. */
export const workbook = (sheets: Parameters<typeof workbookFiles>[0]): Buffer =>
  zip(workbookFiles(sheets))
