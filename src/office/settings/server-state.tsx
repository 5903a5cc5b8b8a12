import { numberText } from '../../messages/locale.ts'
import { useOffice } from '../office-context.tsx'
import { Reading } from '../parts/reading.tsx'
import { bytesText } from '../parts/shown.ts'
import { useRead } from '../parts/use-read.ts'
import styles from './settings.module.css'

/** The version and the state of the server. */
export function ServerPart() {
  const { server } = useOffice().words
  const read = useRead('server')
  return (
    <Reading read={read}>
      {({ version, database, files, free_bytes, unfinished, mail }) => {
        const failedMails = mail.failed === 0 ? [] : [server.mailFailed(mail.failed)]
        const facts = [
          [server.version, version || server.unknown],
          [server.database, `PostgreSQL ${database.version}`],
          [server.databaseBytes, bytesText(database.bytes)],
          [
            server.fileStore,
            `${files.place}: ${files.is_reachable ? server.reachable : server.unreachable}`,
          ],
          [server.free, free_bytes === null ? server.unknown : bytesText(free_bytes)],
          [server.unfinished, unfinished === null ? server.unknown : numberText(unfinished)],
          [
            server.mail,
            [mail.is_sent ? server.mailSent : server.mailKept, ...failedMails].join('; '),
          ],
        ] as const
        return (
          <dl className={styles.facts}>
            {facts.map(([name, value]) => (
              <div key={name} className={styles.fact}>
                <dt>{name}</dt>
                <dd>
                  <bdi>{value}</bdi>
                </dd>
              </div>
            ))}
          </dl>
        )
      }}
    </Reading>
  )
}
