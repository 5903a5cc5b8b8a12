import { config } from '../config.ts'
import { numberText, pluralOf } from './locale.ts'
import type { Language } from './languages.ts'

interface SyncedNotice {
  readonly title: string
  readonly body: (count: number) => string
}

const french = pluralOf<'one' | 'other'>('fr')
const arabic = pluralOf<Intl.LDMLPluralRule>('ar')

/**
 * The notification of work that the worker has sent while no window was open (8.21). It holds all languages, because a
 * worker cannot load the others on demand.
 */
export const syncedNotices: Readonly<Record<Language, SyncedNotice>> = {
  en: {
    title: `${config.appName} | Data Synced`,
    body: count => `${count} submissions synced successfully`,
  },
  fr: {
    title: `${config.appName} | Données synchronisées`,
    body: count =>
      french(count, {
        one: `${count} envoi synchronisé`,
        other: `${count} envois synchronisés`,
      }),
  },
  ar: {
    title: `${config.appName} | تمت مزامنة البيانات`,
    body: count =>
      arabic(count, {
        zero: 'لم تُزامَن أي استمارة',
        one: 'تمت مزامنة استمارة واحدة',
        two: 'تمت مزامنة استمارتين',
        few: `تمت مزامنة ${numberText(count)} استمارات`,
        many: `تمت مزامنة ${numberText(count)} استمارة`,
        other: `تمت مزامنة ${numberText(count)} استمارة`,
      }),
  },
}
