import type * as english from '../../submissions/submissions.ts'
import { fileCount, photoCount, submissions as submissionCount } from '../plural.ts'

export const submissions: typeof english.submissions = {
  all: 'كل الاستمارات',
  count: submissionCount,
  filter: 'تصفية',
  pendingOnly: 'ما في الانتظار فقط',
  search: 'البحث في الاستمارات',
  searchPlaceholder: 'استبيان أو مكان أو يوم أو إجابة',
  searching: 'جارٍ البحث...',
  found: (count, hasMore) =>
    hasMore
      ? `المعروض، الأحدث أولًا: ${submissionCount(count)}`
      : `عُثر على: ${submissionCount(count)}`,
  noneFound: 'لم يُعثر على شيء',
  noneFoundMessage:
    'يُبحث عن كل كلمة في الاستبيان والمكان والإجابات. يُكتب اليوم هكذا: 20 نوفمبر أو 20/11 أو الثلاثاء أو أمس.',
  noneFilteredMessage: 'لا استمارات لهذه الفترة وهذا الاستبيان.',
  periods: { today: 'اليوم', week: 'هذا الأسبوع' },
  onMap: 'خريطة',
  mapLabel: 'خريطة بالاستمارات؛ وفي القائمة تحتها الاستمارات نفسها',
  mapNotHere: 'الخريطة ليست على هذا الجهاز بعد. افتحها مرة مع اتصال بالشبكة.',
  offMap: count => `بلا مكان على الخريطة، في القائمة فقط: ${submissionCount(count)}.`,
  samePlace: 'في هذه النقطة من الخريطة:',
  name: 'الاستمارة',
  survey: 'الاستبيان',
  time: 'الوقت',
  status: 'الحالة',
  undated: 'بلا تاريخ',
  location: 'الموقع',
  dateTime: 'التاريخ والوقت',
  view: 'عرض',
  viewOf: (form, when) => `عرض: ${form}، ${when}`,
  viewOffline: 'اتصل بالإنترنت للعرض',
  delete: 'حذف',
  deleteOf: (form, when) => `حذف: ${form}، ${when}`,
  newSurvey: 'استبيان جديد',
  filesPending: count => `في الانتظار: ${fileCount(count)}`,
  nonePending: 'لا استمارات في الانتظار',
  nonePendingMessage: 'تمت مزامنة جميع استمارات هذا الاستبيان.',
  none: 'لا توجد استمارات بعد',
  noneMessage: 'تظهر هنا استمارات هذا المشروع.',
  nonePendingOfAll: 'تمت مزامنة جميع استماراتك.',
  noneOfAll: 'تظهر استماراتك هنا.',
  plainTitle: 'الاستمارات',
  notLoaded: 'تعذّر تحميل الاستمارات',
  notLoadedOffline: 'أنت غير متصل ولا توجد استمارات محفوظة على هذا الجهاز.',
  notLoadedFull: 'هذا الجهاز ممتلئ. وفّر مساحة عليه وأعد المحاولة.',
  editOpen: 'يوجد تعديل لم يكتمل',
  deletionsWait: count => `بانتظار الحذف من الخادم: ${submissionCount(count)}.`,
}

export const deletion: typeof english.deletion = {
  title: 'حذف الاستمارة',
  message: 'هل تريد حقًا حذف هذه الاستمارة؟ لا يمكن التراجع عن ذلك.',
  kept: 'يُنفَّذ الحذف عندما يختفي زر «تراجع» الذي يليه. بعد ذلك تبقى نسخة في سلة المحذوفات 30 يومًا، ويمكنك استعادتها منها كاستمارة جديدة.',
  lostPhotos: count => `توجد على الخادم فقط وستُفقد: ${photoCount(count)}.`,
  lostFiles: count => `توجد على الخادم فقط وستُفقد: ${fileCount(count)}.`,
  pending: 'جارٍ حذف الاستمارة...',
  failed: 'تعذّر حذف الاستمارة.',
  done: {
    local: 'حُذفت الاستمارة المحلية.',
    deleted: 'حُذفت الاستمارة.',
    marked: 'وُضعت علامة حذف على الاستمارة.',
  },
  doneHere: {
    local: 'حُذفت الاستمارة!',
    deleted: 'حُذفت الاستمارة بنجاح.',
    marked: 'وُضعت علامة حذف على الاستمارة.',
  },
}
