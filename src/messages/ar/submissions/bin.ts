import type * as english from '../../submissions/bin.ts'
import { numberText } from '../../locale.ts'
import { days, entries, fileCount } from '../plural.ts'

export const bin: typeof english.bin = {
  title: 'سلة المحذوفات',
  link: count => `سلة المحذوفات (${numberText(count)})`,
  linkDetail: 'الاستمارات المحذوفة، تُحفظ 30 يومًا',
  intro:
    'تبقى الاستمارات المحذوفة على هذا الجهاز 30 يومًا، أو حتى يحتاج الجهاز إلى المساحة. وما ليس على الخادم يبقى حتى تحذفه.',
  count: entries,
  noneTitle: 'سلة المحذوفات فارغة',
  noneMessage: 'تُحفظ الاستمارات المحذوفة هنا 30 يومًا، حتى تستطيع استعادتها.',
  made: when => `أُنشئت ${when}`,
  binned: when => `في السلة منذ: ${when}`,
  daysLeft: count => (count <= 1 ? 'بقي أقل من يوم' : `المدة المتبقية: ${days(count)}`),
  stays: 'تبقى حتى تحذفها أنت، لأن الخادم لا يملكها كاملة',
  restore: 'استعادة',
  restoring: 'جارٍ الاستعادة...',
  restored: lostFiles =>
    lostFiles === 0
      ? 'استُعيدت. ستُرسَل كاستمارة جديدة.'
      : `استُعيدت دون ملفات كانت قد غادرت هذا الجهاز (${fileCount(lostFiles)}). ستُرسَل كاستمارة جديدة.`,
  delete: 'حذف نهائي',
  deleteTitle: 'حذف نهائي؟',
  deleteMessage: 'تُزال إجاباتها وملفاتها من هذا الجهاز. لا يمكن استعادتها بعد ذلك.',
  deleted: 'حُذفت نهائيًا.',
  gone: 'لم تعد هذه الاستمارة في سلة المحذوفات.',
  failed: 'لم ينجح ذلك. الاستمارة ما زالت في سلة المحذوفات.',
  undo: 'تراجع',
  undone: 'عادت الاستمارة.',
  undoGone: 'لم تعد الاستمارة في سلة المحذوفات. ابحث في الاستمارات غير المكتملة.',
  undoFailed: 'لم ينجح ذلك. افتح سلة المحذوفات في الإعدادات لاستعادة الاستمارة.',
}

export const binReasons: typeof english.binReasons = {
  surveyor: 'حذفتها أنت',
  elsewhere: 'حُذفت من مكان آخر',
  missing: 'لم تعد على الخادم',
}
