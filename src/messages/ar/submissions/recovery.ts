import type * as english from '../../submissions/recovery.ts'
import { entries, fileCount } from '../plural.ts'

export const recovery: typeof english.recovery = {
  title: 'الاسترجاع',
  intro: 'ليس هذا العمل لدى الخادم. يبقى على هذا الجهاز حتى يُرسَل أو تحذفه.',
  refused: 'مرفوض',
  waits: 'بانتظار الخادم',
  notSent: 'لم يُرسَل',
  count: entries,
  noneTitle: 'لا شيء للاسترجاع',
  noneMessage: 'العمل الذي يرفضه الخادم يُحفظ هنا، حتى لا يضيع أبدًا.',
  moved: when => `نُقل إلى هنا ${when}`,
  made: when => `أُنشئ ${when}`,
  files: count => `محفوظ: ${fileCount(count)}`,
  serverSaid: text => `قال الخادم: ${text}`,
  export: 'تصدير',
  delete: 'حذف نهائي',
  deleteTitle: 'حذف نهائي؟',
  deleteMessage: 'قد لا يكون هذا العمل موجودًا في أي مكان آخر. متى حُذف لا يستطيع أحد إعادته.',
  deleted: 'حُذف العنصر من الاسترجاع.',
  edit: 'تعديل',
  trying: 'جارٍ المحاولة...',
  tryingAgain: 'عاد إلى قائمة الانتظار: يجري إرساله.',
  triesLater: 'عاد إلى قائمة الانتظار: يُرسَل مع المزامنة التالية.',
  gone: 'ما يتعلق به هذا لم يعد على هذا الجهاز. عدّله كاستمارة جديدة، أو صدّره.',
  openedWithout: lostFiles => `فُتح دون ملفات كانت قد غادرت هذا الجهاز (${fileCount(lostFiles)}).`,
  exportedWithout: lostFiles => `صُدّر دون ملفات كانت قد غادرت هذا الجهاز (${fileCount(lostFiles)}).`,
  failed: 'لم ينجح ذلك. العنصر ما زال هنا.',
  returns: when => `المحاولة التالية: ${when} أو بعد ذلك.`,
  answers: 'الإجابات',
  changes: 'ما الذي تغيّر',
  cleared: 'مُسح',
  filesTitle: 'الملفات',
  history: 'ما الذي حدث',
  newPicture: 'صورة جديدة',
}

export const kinds: typeof english.kinds = {
  create: 'استمارة جديدة',
  edit: 'تعديل استمارة',
  delete: 'حذف استمارة',
  files: 'ملفات استمارة',
  profile: 'تغيير ملفك الشخصي',
  document: 'سجل من إصدار أقدم',
}

export const reasons: typeof english.reasons = {
  draft: 'المشروع الآن مسودة: لا يقبل استمارات حتى يُنشر من جديد.',
  deleted: 'حُذف المشروع أو الاستمارة على الخادم.',
  invalid: 'وجد الخادم إجابة غير صالحة.',
  invalidProfile: 'وجد الخادم فيه شيئًا غير صالح.',
  refused: 'رفضه الخادم.',
  exhausted: 'جُرّب 3 مرات ولم يستطع الخادم قبوله.',
  orphan: 'لم تعد استمارته على هذا الجهاز.',
  temporaryFiles: 'لا يمكن رفع ملفات بمعرّف استمارة مؤقت',
  unreadable: 'لم تعد قراءة ملفاته ممكنة.',
  migration: 'تعذّر نقله إلى هذا الإصدار من التطبيق.',
  backup: 'هو من نسخة احتياطية، وقد يكون أقدم مما على هذا الجهاز أو على الخادم.',
}

export const advice: typeof english.advice = {
  draft: 'اطلب من مكتبك نشر المشروع ثم أعد المحاولة.',
  deleted: 'اسأل مكتبك. إذا عاد المشروع فأعد المحاولة، وإلا فصدّره لهم.',
  deletedEdit: 'عدّله لتجعل منه استمارة جديدة، أو صدّره لمكتبك.',
  invalid: 'عدّل الإجابة وأرسلها من جديد.',
  refused: 'انظر ما قاله الخادم. عدّله، أو أعد المحاولة بعد أن ينظر فيه مكتبك.',
  exhausted:
    'لا خطأ فيه. يعود تلقائيًا عندما يقبل الخادم مثل هذا العمل من جديد، ويمكنك أيضًا المحاولة الآن.',
  orphan: 'صدّر ما هنا لمكتبك، أو أعد المحاولة.',
  unreadable: 'صدّر ما هنا لمكتبك، أو أعد المحاولة.',
  migration: 'صدّره لمكتبك.',
  backup:
    'قارنه بالاستمارة. عدّله أو أعد المحاولة فقط إذا كان يجب أن يحل محل ما فيها الآن، وإلا فاحذفه.',
  profile: 'عدّله في ملفك الشخصي واحفظه هناك، أو حاول مجددًا بعد أن ينظر مكتبك فيه.',
}

export const events: typeof english.events = {
  saved: 'حُفظ على هذا الجهاز',
  sent: 'أُرسل إلى الخادم',
  failed: 'فشلت محاولة',
  synced: 'كله لدى الخادم',
  file: 'أُرسلت الملفات',
  edited: 'عُدّل',
  deleted: 'حذفته أنت',
  recovered: 'نُقل إلى الاسترجاع',
  restored: 'استُعيد من سلة المحذوفات',
  resent: 'فقده الخادم فأُعيد إرساله',
}
