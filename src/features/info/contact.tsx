import { config } from '../../config.ts'
import { Link } from '../../lib/navigation/navigation.ts'
import { help as words, mails } from '../../messages/help/info.ts'
import { href } from '../../routes.ts'
import { buttonClass } from '../../ui/actions/button.tsx'
import { Card } from '../../ui/cards/card.tsx'
import { CallIcon, ChatIcon, EmailIcon, FileIcon } from '../../ui/icon.tsx'
import { List, ListRowBody, listRowClass } from '../../ui/cards/list-row.tsx'
import { Cluster, Stack } from '../../ui/pages/page.tsx'
import { SectionHeading } from '../../ui/pages/section-heading.tsx'
import styles from './info.module.css'
import { mailLink } from './mail-link.ts'

/**
 * The support address, the documentation, and two ways to talk to support (2.help-and-support.3, 2.help-and-support.4).
 */
export function Contact() {
  return (
    <Stack>
      <SectionHeading>{words.contact}</SectionHeading>
      <Card flush>
        <List>
          <li>
            <a href={mailLink(mails.support)} className={listRowClass()}>
              <ListRowBody
                leads
                start={<EmailIcon />}
                title={words.emailTitle}
                detail={
                  <>
                    {config.supportEmail}
                    <br />
                    {words.emailText}
                  </>
                }
              />
            </a>
          </li>
          <li>
            <Link to={href('documentation')} className={listRowClass()}>
              <ListRowBody
                leads
                start={<FileIcon />}
                title={words.documentation}
                detail={words.documentationText}
              />
            </Link>
          </li>
        </List>
      </Card>
      <Cluster spread>
        <a href={mailLink(mails.chat)} className={buttonClass()}>
          <ChatIcon />
          {words.startChat}
        </a>
        <a href={mailLink(mails.call)} className={buttonClass({ variant: 'secondary' })}>
          <CallIcon />
          {words.schedule}
        </a>
      </Cluster>
      <p className={styles.muted}>{words.available}</p>
    </Stack>
  )
}
