import type * as english from '../../device/storage-care.ts'
import { numberText } from '../../locale.ts'
import { counted } from '../plural.ts'

export const migration: typeof english.migration = {
  title: 'لحظة من فضلك',
  migrating: (done, total) =>
    `جارٍ تحديث البيانات المحفوظة… ${numberText(done)} من ${numberText(total)}`,
  importing: (done, total) =>
    `جارٍ نقل بياناتك من التطبيق السابق… ${numberText(done)} من ${numberText(total)}`,
  message: 'يحدث هذا مرة واحدة. لا يضيع شيء إن أغلقت التطبيق: يستمر عند البدء التالي.',
}

const unsentListed = (count: number): string =>
  counted(count, {
    zero: 'لم تكن هناك استمارات غير مُرسَلة',
    one: 'كانت هناك استمارة واحدة غير مُرسَلة',
    two: 'كانت هناك استمارتان غير مُرسَلتين',
    few: 'استمارات غير مُرسَلة كانت مسجّلة',
    many: 'استمارة غير مُرسَلة كانت مسجّلة',
  })

export const storageNews: typeof english.storageNews = {
  deletedTitle: 'حذف هذا المتصفح بيانات محفوظة',
  deleted: (count, when) =>
    count === 0
      ? `حدث ذلك بعد ${when}. كان كل شيء قد أُرسل، ويُجلب من جديد.`
      : `حدث ذلك بعد ${when}. ${unsentListed(count)} في ذلك الوقت.`,
  deletedNow: (count, isRescued) =>
    [
      count === 0 ? 'كان كل شيء قد أُرسل.' : `${unsentListed(count)}.`,
      isRescued && 'ما هو على شاشتك حُفظ من جديد، أما الصور والملفات فلا. تحقق منه قبل أن تتابع.',
    ]
      .filter(part => part !== false)
      .join(' '),
  advice: 'حتى لا يتكرر هذا، ثبّت التطبيق واترك مساحة خالية على الجهاز.',
  closedTitle: 'أغلق المتصفح مخزن التطبيق',
  closed: 'ما تكتبه الآن لا يمكن حفظه. أعد تحميل التطبيق قبل أن تتابع.',
  reload: 'إعادة التحميل',
  okay: 'حسنًا',
}

export const lowStorage: typeof english.lowStorage = {
  text: free =>
    `لم يبقَ من المساحة سوى ${free}. ما زالت الإجابات تتسع، وقد لا تتسع الصور قريبًا. زامن ووفّر مساحة على هذا الجهاز.`,
  full: 'هذا الجهاز ممتلئ. قد لا تتسع الصور، وقريبًا قد لا تتسع الإجابات أيضًا. زامن ووفّر مساحة على هذا الجهاز.',
  dismiss: 'إغلاق',
}
