import type { InvitationNotice } from '../../../domain/guests/invitation-page.ts';

/** What stands in place of an invitation. */
export const noticeWords: Record<InvitationNotice, { title: string; text: string }> = {
  unknown: {
    title: 'This invitation is not here',
    text: 'The link may have lost a letter on its way, or its host has made a new one. Please ask them for the link again.',
  },
  'too many': {
    title: 'One moment, please',
    text: 'There is quite a crowd at the door. Please wait a little and load the page again.',
  },
  unavailable: {
    title: 'We cannot open this now',
    text: 'Something between you and us is out of reach. Please wait a moment and try again.',
  },
  'other site': {
    title: 'This answer came from another page',
    text: 'For your safety it was not taken. Please open the link of the invitation and answer there.',
  },
  'too large': {
    title: 'That was a little too much',
    text: 'Your answer is longer than we can take. Please go back, make it shorter and send it again.',
  },
};
