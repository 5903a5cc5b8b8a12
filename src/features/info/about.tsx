import { config } from '../../config.ts'
import { useApp } from '../../context.tsx'
import { Link } from '../../lib/navigation/navigation.ts'
import { useBack } from '../../hooks/use-back.ts'
import { about as words } from '../../messages/help/info.ts'
import { common } from '../../messages/app/common.ts'
import { href } from '../../routes.ts'
import { Card, cardClass } from '../../ui/cards/card.tsx'
import { cx } from '../../ui/cx.ts'
import {
  ChartIcon,
  DashboardIcon,
  DeviceIcon,
  FormIcon,
  OfflineIcon,
  UserIcon,
} from '../../ui/icon.tsx'
import { iconButtonClass } from '../../ui/actions/icon-button.tsx'
import { PageHeader } from '../../ui/pages/page-header.tsx'
import { PageBody, Stack } from '../../ui/pages/page.tsx'
import { SectionHeading } from '../../ui/pages/section-heading.tsx'
import { useHome } from './use-home.ts'
import styles from './info.module.css'

const icons = { collect: FormIcon, mobile: DeviceIcon, offline: OfflineIcon, analytics: ChartIcon }

/** What this app is (2.about). */
export function AboutScreen() {
  const { session } = useApp()
  const home = useHome(session)
  const back = useBack(home)
  const isSignedIn = home === href('dashboard')
  const label = isSignedIn ? words.home : words.login
  return (
    <>
      <PageHeader
        title={words.title}
        back={{ label: common.back, onPress: back }}
        end={
          <Link to={home} className={iconButtonClass()} aria-label={label} title={label}>
            {isSignedIn ? <DashboardIcon /> : <UserIcon />}
          </Link>
        }
      />
      <PageBody>
        <div className={styles.hero}>
          <img src={config.defaultLogo} alt="" width="80" height="80" />
          <p className={styles.name}>{config.appName}</p>
          <p className={styles.muted}>{words.version(config.version)}</p>
          <p>{words.tagline}</p>
        </div>
        <dl className={styles.figures}>
          {words.figures.map(figure => (
            <div key={figure.label} className={cx(cardClass(), styles.figure)}>
              <dt>{figure.label}</dt>
              <dd>{figure.value}</dd>
            </div>
          ))}
        </dl>
        <Stack>
          <SectionHeading>{words.capabilitiesTitle}</SectionHeading>
          {words.capabilities.map(({ key, title, text }) => {
            const Icon = icons[key]
            return (
              <Card key={key}>
                <div className={styles.capability}>
                  <span className={styles.icon}>
                    <Icon />
                  </span>
                  <div>
                    <h3>{title}</h3>
                    <p className={styles.muted}>{text}</p>
                  </div>
                </div>
              </Card>
            )
          })}
        </Stack>
        <section className={styles.scale}>
          <h2>{words.scaleTitle}</h2>
          <p>{words.scale}</p>
        </section>
      </PageBody>
    </>
  )
}
