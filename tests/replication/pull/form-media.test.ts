import { expect, test } from 'vitest'
import { parseContents } from '../../../replication/wire/form/files.ts'
import { mediaIn } from '../../../replication/wire/form/media.ts'
import { parseForm } from '../../../replication/wire/forms.ts'

/** The pictures, sounds and films of labels, as a server sends them. */

const form = parseForm({
  id: 'roofs',
  sections: [
    {
      fields: [
        {
          id: 'roof',
          type: 'RADIO',
          audio: 'roofs-1',
          audios: { fr: 'toits-1', de: 7 },
          image: '',
          options: [{ value: 'tin', image: 'tin-1', video: 'tin-2', colour: 'grey' }],
        },
      ],
    },
  ],
})

test('labels have files, in the languages that have their own', () => {
  const [roof] = form?.sections[0]?.fields ?? []
  if (roof === undefined) throw new Error('The field was not read.')
  const languages = ['', 'en', 'fr']
  expect(languages.map(language => mediaIn(roof, language))).toEqual([
    ['roofs-1'],
    ['roofs-1'],
    ['toits-1'],
  ])
  expect(roof.options.map(option => mediaIn(option, 'fr'))).toEqual([['tin-1', 'tin-2']])
})

test('contents are pictures, sounds and films only', () => {
  const read = (type: string) => {
    const contents = parseContents({ type, base64: 'AAAA' })
    return contents !== null && 'type' in contents ? contents.type : null
  }
  expect(['image/png', 'audio/mpeg', 'video/mp4'].map(read)).toEqual([
    'image/png',
    'audio/mpeg',
    'video/mp4',
  ])
  expect(['text/html', 'audio/', 'image/png; x', ''].map(read)).toEqual([null, null, null, null])
})
