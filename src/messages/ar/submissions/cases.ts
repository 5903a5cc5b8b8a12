import type * as english from '../../submissions/cases.ts'
import { cases as caseCount, counted } from '../plural.ts'

export const cases: typeof english.cases = {
  title: 'الحالات',
  count: caseCount,
  lists: 'القائمة',
  order: 'الترتيب',
  orders: { due: 'الزيارة التالية', near: 'الأقرب', name: 'الاسم' },
  search: 'البحث في الحالات',
  searchPlaceholder: 'اسم أو مكان أو أي معلومة',
  reading: 'جارٍ قراءة الحالات...',
  found: count => `عُثر على: ${caseCount(count)}`,
  noneFound: 'لم يُعثر على شيء',
  noneFoundMessage: 'يجب أن تبدأ كل كلمة كلمةً من المعلومات المعروفة عن الحالة.',
  none: 'لا توجد حالات بعد',
  noneMessage: 'تظهر الحالات هنا عندما تسجّل حالة أو تُسند إليك حالة.',
  noneOffline: 'أنت غير متصل. تصل الحالات المسندة إليك مع المزامنة التالية.',
  locating: 'جارٍ تحديد موقعك...',
  notLocated: 'موقعك غير معروف، لذلك رُتّبت الحالات حسب الاسم.',
  due: day => `الزيارة حتى ${day}`,
  dueToday: 'الزيارة اليوم',
  overdue: day => `متأخرة منذ ${day}`,
  overdueCount: count =>
    counted(count, {
      zero: 'لا زيارات متأخرة',
      one: 'زيارة واحدة متأخرة',
      two: 'زيارتان متأخرتان',
      few: 'زيارات متأخرة',
      many: 'زيارة متأخرة',
    }),
  waits: 'بانتظار الإرسال',
  refused: 'لم تُقبل',
  unnamed: 'بلا اسم',
}

export const oneCase: typeof english.oneCase = {
  title: 'الحالة',
  loading: 'جارٍ تحميل الحالة',
  notFound: 'الحالة غير موجودة',
  notFoundMessage: 'حُذفت، أو أُسندت إلى شخص آخر.',
  goBack: 'رجوع',
  retracted: 'حُذف تسجيلها. ما سجّلته الزيارات لا يزال هنا.',
  known: 'المعلومات المعروفة',
  nothingKnown: 'لم يُسجَّل شيء بعد.',
  contested: 'إجابات مختلفة',
  contestedMessage: 'لم تعلم هذه الزيارات بعضها ببعض. الزيارة التالية التي تسجّلها تحسم الأمر.',
  saidBy: (who, when) => `${who}، ${when}`,
  history: 'السجل',
  registered: 'تسجيل',
  visited: 'زيارة',
  imported: 'أدخلها المكتب',
  unknownPerson: 'شخص غير معروف',
  beginOf: survey => `بدء: ${survey}`,
}

export const chosenCase: typeof english.chosenCase = {
  retracted: name => `حُذف تسجيل ${name}. اختر غيرها إن كانت هذه الزيارة في مكان آخر.`,
  thisCase: 'هذه الحالة',
  gone: 'ما اختير هنا لم يعد في قائمتك. حُذف، أو أُسند إلى شخص آخر.',
}
