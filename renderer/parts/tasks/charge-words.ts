/** Words with which a sentence is about a rule, a condition, another task or the account, and not about what this task has cost. */
const inGeneral =
  /\b(?:if|unless|until|when|whenever|once|after|before|may|might|could|should|would|can|cannot|must|please|each|every|per|only|always|usually|normally|automatically|previous|earlier|other|others|last|next|first|today|yesterday|so far|quota|daily|weekly|month|monthly|subscription|plan|invoice|card|policy|failed (?:tasks|requests|generations|jobs|images)|attempt(?:ed)?|unable|try)\b|\?/i;

const past = "(?:has|have|had) been|was|were";
const notPast = "(?:(?:has|have|had) (?:not|never) been|(?:was|were) (?:not|never)|(?:has|have|had)n['’]t been|(?:was|were)n['’]t)";
const money = '(?:credits?|tokens?|fees?|payments?|money|funds|balance)';
/** Pictures and settings are used and taken, too, so these words count only of money. */
const gone = '(?:charged|billed|debited|deducted|consumed|used|taken)';
const amount = /[$€£¥]?\s*\d[\d.,]*/.source;

/** What a service says for certain of one charge. */
const statements: readonly RegExp[] = [
  // "You have not been charged", "this request was not billed".
  new RegExp(String.raw`\b${notPast} (?:charged|billed|debited)\b`, 'i'),
  // "Credits weren’t deducted".
  new RegExp(String.raw`\b${money} ${notPast} ${gone}\b`, 'i'),
  // "You will not be charged for this".
  /\b(?:you|it|this \w+|this) (?:will not|won['’]t) be (?:charged|billed)\b/i,
  // "No credits were deducted", "no charge was made", "nothing was charged".
  new RegExp(String.raw`\bno (?:charges?|${money}) (?:${past}) (?:${gone}|made|applied|incurred)\b`, 'i'),
  new RegExp(String.raw`\bnothing (?:${past}) (?:charged|billed|deducted)\b`, 'i'),
  // "Credits were refunded", "your 3 credits have been returned", "we refunded 3 credits", "you have been refunded".
  new RegExp(String.raw`\b(?:credits?|charges?|cost|fee|amount|payment|you|it) (?:${past}) (?:refunded|reimbursed)\b`, 'i'),
  // Other things are returned and restored, too: "it was returned to the queue".
  new RegExp(String.raw`\b(?:credits?|charges?|fee|payment) (?:${past}) (?:returned|restored|reversed)\b`, 'i'),
  new RegExp(String.raw`\brefunded (?:${amount}|(?:your|the|all) (?:credits?|charges?|payment|cost))\b`, 'i'),
  // "Was charged 3 credits", "3 credits were deducted".
  new RegExp(String.raw`\b(?:${past}) (?:charged|billed) ${amount}(?![\d.,]*\s*(?:%|percent\b))`, 'i'),
  new RegExp(String.raw`${amount}\s*(?:credits?|tokens?|usd|dollars?)? (?:${past}) (?:charged|billed|deducted|debited)\b`, 'i'),
  new RegExp(String.raw`${amount} credits? (?:${past}) ${gone}\b`, 'i'),
];

/** A service may repeat the prompt. */
const quoted = /"[^"]*"|“[^”]*”|«[^»]*»/g;

/**
 * Whether a message of the service says for certain whether the task that it is about was charged, or that it was refunded. In doubt false, because Latent
 * then says that it may have been charged.
 */
export function saysWhetherCharged(message: string): boolean {
  return message.replace(quoted, '').split(/(?<=[.!?;:])\s+|\n/).some((sentence) => !inGeneral.test(sentence) && statements.some((statement) => statement.test(sentence)));
}
