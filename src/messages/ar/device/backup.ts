import type * as english from '../../device/backup.ts'
import { drafts, entries, fileCount, interviews, submissions } from '../plural.ts'
import { numberText } from '../../locale.ts'

export const backup: typeof english.backup = {
  make: 'نسخ العمل غير المُرسَل احتياطيًا',
  makeHint: 'ملف واحد فيه كل المسودات والاستمارات غير المُرسَلة والصور.',
  restore: 'استعادة نسخة احتياطية',
  restoreHint: 'تعيد إلى هذا الجهاز ما في ملف نسخة احتياطية من عمل.',
  contents: count => `فيها: ${interviews(count)}`,
  passphrase: 'عبارة السر',
  passphraseHelp:
    '12 حرفًا على الأقل، وعدة كلمات خيار جيد. من لديه الملف والعبارة يستطيع قراءته. ومن دون العبارة لا يستطيع ذلك أحد، ولا نحن.',
  repeat: 'عبارة السر مرة أخرى',
  show: 'إظهار عبارة السر',
  hide: 'إخفاء عبارة السر',
  tooShort: '12 حرفًا على الأقل.',
  guessable: 'يسهل تخمينها. عدة كلمات لا علاقة بينها خيار جيد.',
  differs: 'عبارتا السر مختلفتان.',
  prepare: 'تحضير ملف نسخة احتياطية',
  preparing: 'جارٍ التحضير...',
  prepareFailed: 'تعذّر إنشاء النسخة الاحتياطية. لم يتغير شيء.',
  save: 'حفظ ملف النسخة الاحتياطية',
  ready: 'النسخة الاحتياطية جاهزة. احفظها، واحفظ عبارة السر بعيدًا عنها.',
  file: 'ملف النسخة الاحتياطية',
  choose: 'اختيار ملف النسخة الاحتياطية',
  chooseFile: 'اختر أولًا ملف النسخة الاحتياطية.',
  restoring: 'جارٍ الاستعادة...',
  restoreNow: 'استعادة',
  restoreAnyway: 'استعادة إلى حسابي',
  restoreFailed: 'تعذّرت استعادة النسخة الاحتياطية. أعد المحاولة: ما استُعيد لا يتكرر.',
}

export const restored: typeof english.restored = {
  submissions,
  drafts,
  recovery: count => `${entries(count)} في الاسترجاع`,
  profile: 'تغييرات ملفك الشخصي',
  files: fileCount,
  brought: list => `تمت استعادة: ${list}.`,
  nothing: 'لم يكن هناك جديد.',
  known: count => `كان على هذا الجهاز من قبل: ${numberText(count)}.`,
}

export const refusals: typeof english.refusals = {
  foreign: 'هذا ليس ملف نسخة احتياطية. لم يتغير شيء.',
  newer: 'أُنشئت هذه النسخة بإصدار أحدث من التطبيق. حدّث التطبيق ثم أعد المحاولة. لم يتغير شيء.',
  passphrase: 'عبارة السر لا تناسب هذا الملف. لم يتغير شيء.',
  damaged: 'الملف تالف أو لم يُنسخ كاملًا. لم يتغير شيء.',
  otherUser: name =>
    `هذا عمل ${name}، أو من خادم آخر. إذا استعدته فسيُرسَل باسمك. وإذا أُرسل باسمه أيضًا فسيصل مرتين.`,
  anotherSurveyor: 'باحث ميداني آخر',
}
