import type { ReactNode } from 'react'
import { config } from '../../config.ts'
import { Link } from '../../lib/navigation/navigation.ts'
import { help as words, mails } from '../../messages/help/info.ts'
import { href } from '../../routes.ts'
import { Card } from '../../ui/cards/card.tsx'
import { CallIcon, ChatIcon, EmailIcon, FileIcon } from '../../ui/icon.tsx'
import { List, ListRowBody, listRowClass } from '../../ui/cards/list-row.tsx'
import { Stack } from '../../ui/pages/page.tsx'
import { SectionHeading } from '../../ui/pages/section-heading.tsx'
import styles from './info.module.css'
import { mailLink } from './mail-link.ts'

/**
 * The ways to support, which are all e-mail and say so, and the documentation (2.help-and-support.3,
 * 2.help-and-support.4).
 */
export function Contact() {
  return (
    <Stack>
      <SectionHeading>{words.contact}</SectionHeading>
      <Card flush>
        <p className={styles.ways}>
          {words.byEmail(config.supportEmail)} {words.available} {words.emailText}
        </p>
        <List>
          <Way to={mails.support} icon={<EmailIcon />} title={words.emailTitle} />
          <Way to={mails.chat} icon={<ChatIcon />} title={words.startChat} />
          <Way to={mails.call} icon={<CallIcon />} title={words.schedule} />
        </List>
      </Card>
      <Card flush>
        <Link to={href('documentation')} className={listRowClass()}>
          <ListRowBody
            leads
            start={<FileIcon />}
            title={words.documentation}
            detail={words.documentationText}
          />
        </Link>
      </Card>
    </Stack>
  )
}

interface WayProps {
  readonly to: Parameters<typeof mailLink>[0]
  readonly icon: ReactNode
  readonly title: string
}

const Way = ({ to, icon, title }: WayProps) => (
  <li>
    <a href={mailLink(to)} className={listRowClass()}>
      <ListRowBody leads start={icon} title={title} />
    </a>
  </li>
)
