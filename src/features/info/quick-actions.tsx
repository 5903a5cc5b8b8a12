import { Link } from '../../lib/navigation/navigation.ts'
import { help as words, mails } from '../../messages/help/info.ts'
import { href } from '../../routes.ts'
import { cardLinkClass } from '../../ui/cards/card.tsx'
import { cx } from '../../ui/cx.ts'
import { ChatIcon, IdeaIcon, ManualIcon, VideoIcon } from '../../ui/icon.tsx'
import { Stack } from '../../ui/pages/page.tsx'
import { SectionHeading } from '../../ui/pages/section-heading.tsx'
import styles from './info.module.css'
import { mailLink } from './mail-link.ts'

/** The four tiles: pages of the app, and prepared e-mails (2.help-and-support.3, decisions 6). */
export function QuickActions() {
  const tile = cx(cardLinkClass(), styles.quickTile)
  return (
    <Stack>
      <SectionHeading>{words.quick}</SectionHeading>
      <div className={styles.quick}>
        <Link to={href('videos')} className={tile}>
          <span className={styles.icon}>
            <VideoIcon />
          </span>
          {words.videos}
        </Link>
        <Link to={href('guide')} className={tile}>
          <span className={styles.icon}>
            <ManualIcon />
          </span>
          {words.guide}
        </Link>
        <a href={mailLink(mails.chat)} className={tile}>
          <span className={styles.icon}>
            <ChatIcon />
          </span>
          {words.chat}
        </a>
        <a href={mailLink(mails.feature)} className={tile}>
          <span className={styles.icon}>
            <IdeaIcon />
          </span>
          {words.feature}
        </a>
      </div>
    </Stack>
  )
}
