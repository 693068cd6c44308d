/** Words that don't identify a subject, in the languages of the app, without accents. */
const lists = [
  'a about again all also am an and any are as at be been both but by can cool could did do does done else for from get give go good got great had has have hello here hey hi how i if in into is it its just know let like look make many may me more most much must my need nice no not now of off on one or other our out over please really say see should so some sorry such sure take tell than thank thanks that the their them then there these they thing things think this those to too understand up us very want was way we well were what when where which while who whose why will wish with would yes yeah you your',
  'aber ach alle alles als also am an auch auf aus bei bin bist bitte da dank danke dann das dass dein deine dem den der des die dies diese dieser dieses doch du ein eine einem einen einer eines er es etwas fur ganz genau gib gibt gut habe haben hallo hat hier ich ihr ihre im in ins ist ja jetzt kann kannst kein keine konnen mal man mehr mein meine mich mir mit muss nach nein nicht noch nun nur oder prima sag schon sehr sein sich sie sind so soll toll um und uns unter viel vielen vom von vor wann war warum was wegen weiter wenn wer wie wieder wir wird wo wurde zu zum zur',
  'a al algo ahora ante asi aun bien bueno como con cual cuando cuanto de del desde dime donde el ella ellos en era eres es esa ese eso esta estan estas este esto estos fue gracias genial ha hay haz hola la las le lo los mas me mi mis mucho muchas muy nada ni no nos o otra otro para pero por porfavor porque puede puedes que quien sabe se ser si sin sobre solo son soy su sus tal tambien te tengo tiene todo todos tu tus un una uno unos vale y ya yo',
  'ai ainsi alors apres au aussi autre aux avec avez avoir bien bon bonjour c ca car ce cela ces cet cette comme comment d dans de des dire dis dit donc du elle elles en encore est et etait ete etre fait faut genial ici il ils j je l la le les leur lui ma mais me merci mes moi mon n ne non nous on ont ou oui par parfait pas peu peut peux plus pour pourquoi qu quand que quel quelle quelles quels qui quoi s sa salut sans se ses si son sont sur svp t ta te tes tout tous toute toutes tres tu un une va vous vos votre y',
  'ao aos aqui as ate bem bom com como da das de dele depois do dos e ela eles em entao era essa esse esta este eu foi isso isto ja la mais mas me mesmo meu meus minha muito na nao nas no nos o obrigada obrigado oi ola os otimo ou para pela pelo pode por porque posso qual quando que quem se sem ser seu seus sim so sobre sua suas tambem te tem tenho todo todos tudo um uma valeu voce voces',
  'و في من على إلى الى عن أن ان هذا هذه ذلك هل ما ماذا متى كيف أين لماذا نعم لا شكرا شكرًا مرحبا هو هي أنا انا أنت انت نحن مع كان كل أو او ثم لي لك جيد ممتاز رائع فضلك',
];

/** Polite phrases and endings of sentences. Matched as text, because Japanese and Chinese have no spaces. */
export const commonRuns =
  /ありがとうございます|ありがとうございました|ありがとう|お願いします|ください|こんにちは|です(?:か|ね)?|でした|ます(?:か|ね)?|ました|ません|とても|それは|これは|何ですか|谢谢你?|非常感谢|很好|太好了|太棒了|请问|你好|好的|什么|怎么|为什么|可以吗?|是不是/gu;

/** Used in any language, mostly with thanks. */
const internationalWords = 'ok okay super';

const wordsOfLanguages: readonly ReadonlySet<string>[] = lists.map(
  (list) => new Set(`${internationalWords} ${list}`.split(' ')),
);

/**
 * Returns the common words of a question. Its language is the one with the most matches: `war` is common in German, but
 * not in `When was the war?`.
 */
export function commonWordsOf(words: readonly string[]): ReadonlySet<string> {
  const matchesByLanguage = wordsOfLanguages.map((common) => words.filter((word) => common.has(word)));
  const mostMatches = Math.max(...matchesByLanguage.map(({ length }) => length));
  return new Set(matchesByLanguage.filter(({ length }) => length === mostMatches).flat());
}
