import { mediaKinds } from '../../../replication/wire/form/media.ts'
import { maxMegabytes, type Lists } from '../lists/lists.ts'
import type { ReportLine } from '../report.ts'
import type { SourceMedia } from '../source.ts'

/** The files of a label for a field's or an option's JSON; a missing one is reported once. */
export const mediaJson = (
  media: SourceMedia,
  lists: Pick<Lists, 'mediaOf'>,
  say: (outcome: ReportLine['outcome'], what: string) => void,
): object =>
  Object.assign(
    {},
    ...mediaKinds.map(kind => {
      const { plain = '', byLanguage = {} } = media[kind] ?? {}
      const names = new Set([plain, ...Object.values(byLanguage)].filter(name => name !== ''))
      const ids = new Map<string, string>()
      for (const name of names) {
        const id = lists.mediaOf(kind, name)
        if (id !== null) ids.set(name, id)
        else {
          const size = `${maxMegabytes[kind]} MB`
          say('left out', `the ${kind} "${name}": the form has no such file of at most ${size}`)
        }
      }
      const own = ids.get(plain)
      const languages = Object.entries(byLanguage).flatMap(([language, name]) => {
        const id = ids.get(name)
        return id === undefined || id === own ? [] : [[language, id]]
      })
      return {
        ...(own === undefined ? {} : { [kind]: own }),
        ...(languages.length === 0 ? {} : { [`${kind}s`]: Object.fromEntries(languages) }),
      }
    }),
  )
