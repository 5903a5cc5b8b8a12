import type { Page } from 'playwright'

/** A field as published by the server. */
export interface PublishedField {
  readonly id: string
  readonly label: string
  readonly type: string
  readonly multiple: boolean
}

/** A file to attach. */
export interface Attachment {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** The text to type into a field, by its type. */
export const textByType: Readonly<Record<string, string>> = {
  TEXT: 'Lakshmi Devi',
  EMAIL: 'lakshmi@example.org',
  NUMBER: '5',
  PASSWORD: 'secret-9',
  TEXTAREA: 'Two rooms, one roof repaired.\nनमस्ते',
  DATE: '2026-10-02',
}

const pixels = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGNgiPqPBw1P6agAAHrcX8kAAACISURBVAAAAABJRU5ErkJggg==',
  'base64',
)

/** A picture too small to be compressed. Its last bytes make it unique. */
export const photo = (name: string): Attachment => ({
  name: `${name}.png`,
  mimeType: 'image/png',
  buffer: Buffer.concat([pixels, Buffer.from(name)]),
})

const paper: Attachment = {
  name: 'consent form.txt',
  mimeType: 'text/plain',
  buffer: Buffer.from('I agree.\n', 'utf8'),
}

/** The files for a field: two photos where it takes several, otherwise one; one document. */
export const filesFor = ({ id, type, multiple }: PublishedField): readonly Attachment[] => {
  if (type === 'FILE') return [paper]
  if (type !== 'IMAGE') return []
  return multiple ? [photo(`${id} one`), photo(`${id} two`)] : [photo(id)]
}

/** Fills one field as a surveyor would; `index` is its index in the form. */
export const fillField = async (
  page: Page,
  field: PublishedField,
  index: number,
): Promise<void> => {
  const part = page.locator(`[data-field="${index}"]`)
  await part.scrollIntoViewIfNeeded()
  const text = textByType[field.type]
  if (text !== undefined) await part.locator('input, textarea').first().fill(text)
  if (field.type === 'TEL') await part.locator('input[type="tel"]').fill('9876543210')
  if (field.type === 'RADIO') await part.getByRole('radio').first().check({ force: true })
  if (field.type === 'CHECKBOX') {
    for (const box of (await part.getByRole('checkbox').all()).slice(0, 2)) {
      await box.check({ force: true })
    }
  }
  if (field.type === 'SELECT') await part.locator('select').selectOption({ index: 1 })
  const files = filesFor(field)
  if (files.length > 0) await part.locator('input[type="file"]').setInputFiles([...files])
}

/** Fills every field of a form, whatever its order. */
export const fillEverything = async (
  page: Page,
  fields: readonly PublishedField[],
): Promise<void> => {
  for (const [index, field] of fields.entries()) await fillField(page, field, index)
}
