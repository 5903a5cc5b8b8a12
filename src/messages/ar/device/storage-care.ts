import type * as english from '../../device/storage-care.ts'
import { numberText } from '../../locale.ts'
import { counted, entries, interviews, submissions } from '../plural.ts'

export const migration: typeof english.migration = {
  title: 'لحظة من فضلك',
  migrating: (done, total) =>
    `جارٍ تحديث البيانات المحفوظة… ${numberText(done)} من ${numberText(total)}`,
  importing: (done, total) =>
    `جارٍ نقل بياناتك من التطبيق السابق… ${numberText(done)} من ${numberText(total)}`,
  message: 'يحدث هذا مرة واحدة. لا يضيع شيء إن أغلقت التطبيق: يستمر عند البدء التالي.',
}

export const openFailed: typeof english.openFailed = {
  title: 'تعذّر فتح بياناتك',
  message:
    'لم يُحذف شيء: كل ما أدخلته ما زال على هذا الجهاز. أغلق علامات التبويب الأخرى لهذا التطبيق، وتأكد من وجود مساحة خالية، ثم أعد المحاولة.',
  noRoomMessage:
    'لا توجد على هذا الجهاز مساحة كافية لفتحها. لم يُحذف شيء. وفّر بعض المساحة، بحذف مقاطع فيديو أو تطبيقات مثلًا، ثم أعد المحاولة.',
  newerTitle: 'هذا التطبيق أقدم من بياناتك',
  newerMessage:
    'حُفظت بياناتك بإصدار أحدث من التطبيق، وهذا الإصدار الأقدم يجب ألا يمسّها. لم يُحذف شيء. اتصل بالإنترنت وأعد التحميل للحصول على الإصدار الأحدث.',
  migrationMessage:
    'بياناتك من إصدار سابق وتعذّر تحديثها. لم يُحذف شيء. أعد المحاولة، فإن لم ينفع ذلك فاحفظ نسخة وأرسلها إلى مشرفك.',
  tryAgain: 'إعادة المحاولة',
  reload: 'إعادة التحميل',
  signOut: 'العودة إلى تسجيل الدخول',
  details: 'التفاصيل',
  saveTitle: 'حفظ نسخة',
  saveMessage: 'ملف فيه كل ما يمكن قراءته، والصور أيضًا. احفظه بأمان: فيه إجابات أشخاص.',
  prepare: 'تحضير نسخة من كل البيانات',
  preparing: 'جارٍ التحضير...',
  save: 'حفظ النسخة',
  prepareFailed: 'تعذّرت قراءة البيانات.',
  reset: 'الحذف والبدء من جديد',
  resetTitle: 'حذف كل بيانات هذا التطبيق؟',
  resetMessage: 'يُحذف كل ما على هذا الجهاز. وما لم يُرسَل يضيع نهائيًا.',
  counting: 'جارٍ عدّ ما سيضيع',
  lost: 'يضيع نهائيًا:',
  nothingLost: 'لم يُعثر على شيء غير مُرسَل.',
  partial: 'تعذّرت قراءة بعضه، وقد يكون هناك المزيد.',
  failed: 'تعذّر الحذف. أغلق علامات التبويب الأخرى لهذا التطبيق وأعد المحاولة.',
}

export const lostWork: typeof english.lostWork = {
  submissions,
  drafts: interviews,
  recovery: count => `${entries(count)} في الاسترجاع`,
  files: count =>
    counted(count, {
      zero: 'لا صور ولا ملفات',
      one: 'صورة واحدة أو ملف واحد',
      two: 'صورتان أو ملفان',
      few: 'صور وملفات',
      many: 'صورة وملفًا',
      other: 'صورة وملف',
    }),
}

const unsentListed = (count: number): string =>
  counted(count, {
    zero: 'لم تكن هناك مقابلات غير مُرسَلة',
    one: 'كانت هناك مقابلة واحدة غير مُرسَلة',
    two: 'كانت هناك مقابلتان غير مُرسَلتين',
    few: 'مقابلات غير مُرسَلة كانت مسجّلة',
    many: 'مقابلة غير مُرسَلة كانت مسجّلة',
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
