import { brand } from '../../shared/brand.ts';
import { params, texts } from '../../shared/texts.ts';

/**
 * The messages from the service, its functions and the desktop app's main process that users read, in English as they
 * are sent. Braces mark the variable parts. Not needed in English.
 */
export const englishMessages = {
  // Completions (src/shared/providers)
  timeout: 'Request timed out after 30 seconds',
  invalidJson: 'Invalid JSON response from API',
  invalidFormat: 'Invalid response format from API',
  requestStopped: 'The request was stopped',
  replyStopped: 'The reply was stopped.',
  noConnection: 'Connection error: the API could not be reached',
  interrupted: 'Connection error: the reply ended before it was complete',
  thoughtTooLong: 'The model reached its output limit while it was thinking, before it wrote an answer.',
  noAnswer: 'The model stopped after thinking and wrote no answer.',
  declined: 'The model or its provider declined to answer this message.',
  unsupportedVendor: 'Unsupported vendor',
  badKey: 'Authentication error ({status}): API key may be invalid or expired',
  noEndpoint: 'API endpoint not found (404): The chat API endpoint may have changed or is incorrect',
  badParameters: 'Bad request (400): Invalid request parameters',
  badRequest: 'Bad request (400): {details}',
  modelWithoutDetails: 'Model error: No details were given',
  modelError: 'Model error: {details}',
  somethingWrong: 'API error (500): Something went wrong',
  apiWithoutDetails: 'API error ({status}): No details were given',
  apiError: 'API error ({status}): {details}',
  noKey: 'API key not configured for {name}. Please set it in the admin settings.',
  noVendor: 'No active API vendor found. Please configure a vendor in admin settings.',
  movedVendor: 'The URL of {name} has changed since you entered your API key. Please enter the key again.',
  notPng: 'The provider did not return a PNG, JPEG or WebP image',
  // Access, plans and budgets
  signInToChat: 'Please sign in to use the chat',
  sessionEnded: 'Your session has ended. Sign in again.',
  signInAgain: 'Sign in again.',
  signInFirst: 'Sign in to continue.',
  newPassword: 'Choose a new password first.',
  secondFactor: 'Confirm with your second factor first.',
  banned: 'This account is banned. Contact an administrator of this service.',
  restricted: 'Your account is restricted: you can read your chats, but not send messages.',
  unusable: 'Your account cannot be used.',
  noAccount: 'This account no longer exists.',
  usedMessages:
    'You have used your {count} messages for today. Upgrade to Professional for unlimited messages.',
  proModel: 'This model is part of Professional. Upgrade to Professional to use all models.',
  usedBudget: 'You have used your budget for this month. It resets on {day}.',
  usedServiceBudget:
    'This service has used its budget for this month. It resets on {day}. Ask an administrator, or use your own key.',
  overBudget:
    'This message could exceed your budget for this month, which resets on {day}. Choose a cheaper model, start a new chat, or wait for running replies.',
  overServiceBudget:
    'This message could exceed the budget of this service for this month, which resets on {day}. Choose a cheaper model, start a new chat, or use your own key.',
  tooManyReplies: 'You already have {count} replies in progress. Wait until one of them has finished.',
  tooManyRunning: 'Too many replies are running. Stop one and try again.',
  tooManyChecks: 'You have made ten checks within a minute. Wait a minute, then try again.',
  tooManyFailures: 'Too many attempts have failed today. Try again tomorrow.',
  // Chats and messages
  replyRunning: 'A reply is being written in this chat. Send the message when it ends.',
  replyExists: 'This reply has already been requested.',
  replyWritten: 'This reply is already being written.',
  replyOver: 'This reply is no longer running.',
  triedOften: 'This message was tried three times. Send it again as a new message.',
  emptyMessage: 'The message is empty. Write something or attach a file.',
  foreignMessage: 'This message belongs to someone else.',
  otherChats: 'Messages can only be added to your own chats.',
  lostQuestion: 'The message to answer no longer exists.',
  lostParent: 'The previous message belongs to another chat or no longer exists.',
  notUploaded: 'The file was not uploaded. Attach it again.',
  lostModel: 'This model no longer exists.',
  lostProject: 'This project no longer exists.',
  lostPersona: 'This persona is no longer published.',
  lostPrompt: 'This prompt is no longer published.',
  changedChat: 'Another device has changed this chat. Try again.',
  changedElsewhere: 'Another device has already changed this. Reload the page.',
  // Limits
  keepChats: 'You can keep {count} chats. Delete chats that you no longer need, then try again.',
  keepMessages: 'You can keep {count} messages. Delete chats that you no longer need, then try again.',
  keepBytes:
    'You can keep {count} MB of messages and images. Delete chats that you no longer need, then try again.',
  keepFiles:
    'You can keep {count} files in your chats and projects. Delete some that you no longer need, then try again.',
  keepFileBytes:
    'You can keep {count} MB of files in your chats and projects. Delete some that you no longer need, then try again.',
  keepPromptBytes:
    'You can keep {count} kB of prompts. Delete prompts that you no longer need, then try again.',
  keepPersonas: 'You can keep {count} personas. Delete personas that you no longer need, then try again.',
  keepPrompts: 'You can keep {count} prompts. Delete prompts that you no longer need, then try again.',
  keepProjects: 'You can keep {count} projects. Delete projects that you no longer need, then try again.',
  keepLinks: 'You can keep {count} links. Delete links that you no longer need, then try again.',
  keepFacts: 'You can keep {count} facts. Delete facts that you no longer need, then try again.',
  savePerMinute: 'You can save {count} chats and messages a minute. Wait a minute, then try again.',
  savePerDay: 'You can save {count} MB a day. Try again tomorrow (UTC).',
  projectFiles:
    'The files of a project can have 20 MB of text together. Remove some that you no longer need, then try again.',
  fileSize: 'A file can have up to 20 MB.',
  noForks: 'Your plan has no space for more forked messages. Delete a forked chat first.',
  noImageSpace:
    'Your account has no space for another image. Delete chats that you no longer need, then try again.',
  tooManyPassages: 'This message has 100 replies with passages. Send it again as a new message.',
  linkBytes: 'Your links can contain {count} MB. Revoke links that you no longer need, then try again.',
  // Sharing and encrypted history
  sharingOff: 'Sharing chats is turned off on this service.',
  guestsShare: 'Guests can’t share chats. Create an account first.',
  linksExpire: 'Links must expire on this service. Choose when.',
  memoryAccount: 'Memory needs an account.',
  isEncrypted: 'Your history is encrypted. Reload the page or update the app, then try again.',
  notEncrypted: 'Your history is no longer encrypted. Reload the page, then try again.',
  chatNotEncrypted: 'This chat is no longer encrypted. Reload the page, then try again.',
  encryptionOff: 'Encrypted history is off. Another device may have turned it off.',
  encryptionOffered: 'Encrypted history is turned off on this service.',
  encryptionOn: 'Another device has turned encrypted history on. Reload to unlock it.',
  keysChanged: 'Another device has changed the keys. Reload, then try again.',
  twoMethods: 'You need at least two ways to unlock your history. Add another one first.',
  otherKey:
    'No reply was requested, because the service did not return the key of your encrypted history. Open the chat again.',
  // The service
  failedRequest: 'Something went wrong. Try again. If it keeps failing, report the request id {id}.',
  failed: 'Something went wrong on our side. Try again.',
  tooMuchData: 'The service is receiving too much data. Try again in a moment.',
  bodyTimeout: 'The request timed out before its body was complete. Try again.',
  bodySize: 'The request body is larger than {size}. Send less at a time.',
  // The desktop app
  tryAgain: 'Something went wrong. Try again.',
  noService: "The service can't be reached.",
  notCounted: "The service couldn't count this message. Try again.",
  notLoaded: "Couldn't load the reply. Try again.",
  notSent: "Couldn't send this message. Try again.",
  keyBeingVerified: 'This key is already being verified.',
  tooManyKeys: 'Too many keys are being verified. Wait a moment and try again.',
  keyTarget:
    'Keys can be saved only for URLs that start with https://, or for this computer. Otherwise, others could read them.',
  linkTarget: 'Only links to web pages and email addresses can be opened.',
  fileNotSaved: "Couldn't save the file there. Choose another folder.",
  fileNotCreated: "Couldn't create the file. Free some space, then try again.",
  copyInterrupted: 'Copying was interrupted. Start again.',
  serviceFixed: "An administrator of this computer set the service. You can't change it here.",
  serviceForgotten: 'This service is no longer in the list.',
  serviceInUse: 'This service is in use. Switch to another one first.',
  enterUrl: 'Enter a URL, such as https://chat.example.org.',
  urlNotEncrypted: 'The URL must start with https://, otherwise others could read your chats.',
  notService: `{host} is not a ${brand} service.`,
  dataNotEncrypted: "{host} doesn't encrypt the connection to its data, so it can't be used.",
  localData: '{host} has no public URL for its data, so it works only on its own computer.',
  notReady: `{host} is a ${brand} service, but it is not ready. Try again later.`,
  noResponse: '{host} did not respond. Check the URL and your connection.',
  badCertificate:
    "The certificate of {host} has expired or is not valid, so nothing was sent. Its operator must renew it. If this device's clock is wrong, correct it.",
  settingNotSaved: "Couldn't save this, because {reason}. Your previous settings are unchanged.",
  diskFull: 'the disk is full',
  diskQuota: 'your disk quota is used up',
  diskReadOnly: 'the disk is read-only',
  folderProtected: 'the folder is write-protected',
  diskError: 'the disk reported an error',
} as const;

export type MessageId = keyof typeof englishMessages;

const entries = Object.entries(englishMessages).map(([id, text]) => [
  id,
  text.includes('{') ? params(text) : text,
]);

/** Messages with parameters are functions. */
export const messageTexts = texts(
  'messages/service',
  Object.fromEntries(entries) as Record<MessageId, string>,
) as Readonly<Record<MessageId, string | ((values: Readonly<Record<string, string>>) => string)>>;
