import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Chat } from '#lib/chat/chat.svelte.ts';
import { chatRefusal, otherRefusal } from '#lib/chat/refusals.ts';
import { setMuted } from '#lib/chat/muted.svelte.ts';
import type { ChatLine, SendChat } from '#lib/protocol.ts';

const LINE: ChatLine = { id: 'a', who: 'bo', name: 'Bo', handle: '', account: false, at: 1, text: 'hi' };

const sent: SendChat[] = [];
let chat: Chat;

beforeEach(() => {
	vi.useFakeTimers();
	chat = new Chat((message) => message.type === 'say' && sent.push(message));
});

afterEach(() => {
	sent.length = 0;
	setMuted('bo', false);
	vi.useRealTimers();
});

const say = (line: Partial<ChatLine> = {}): void =>
	chat.onMessage({ type: 'said', lines: [{ ...LINE, ...line }], before: false });

describe('muted people', () => {
	const react = (): void => chat.onMessage({ type: 'reacted', seat: 1, who: 'bo', kind: 'paw' });

	it('have no unread lines', () => {
		chat.onMessage({ type: 'said', lines: [], before: true });
		say();
		expect(chat.unread).toBe(1);
		setMuted('bo', true);
		expect(chat.unread).toBe(0);
	});

	it('have no reactions', () => {
		setMuted('bo', true);
		react();
		expect(chat.reactions).toEqual([]);
		setMuted('bo', false);
		react();
		expect(chat.reactions).toEqual([{ seat: 1, kind: 'paw' }]);
	});
});

it('lines without an answer are sent again after a break, under the same id', () => {
	chat.post({ text: 'one' });
	chat.post({ text: 'two' });
	say({ own: sent[0]!.id });
	chat.resend();
	expect(sent.map((line) => ('text' in line ? line.text : ''))).toEqual(['one', 'two', 'two']);
	expect(sent[2]!.id).toBe(sent[1]!.id);
});

describe('a message without an answer', () => {
	it('is pending after a while, until it is answered', () => {
		chat.post({ text: 'one' });
		chat.post({ text: 'two' });
		chat.post({ text: 'three' });
		say({ own: sent[0]!.id });
		expect(chat.pending).toEqual([]);
		vi.runAllTimers();
		expect(chat.pending).toEqual(sent.slice(1));
		say({ id: 'b', own: sent[1]!.id });
		chat.onMessage({ type: 'refused', id: sent[2]!.id, code: 'too_fast' });
		expect(chat.pending).toEqual([]);
	});

	it('is not pending at another table', () => {
		chat.post({ text: 'one' });
		chat.clear();
		vi.runAllTimers();
		expect(chat.pending).toEqual([]);
	});
});

describe('a refusal', () => {
	const refuse = (id?: string): void => chat.onMessage({ type: 'refused', id, code: 'too_fast' });

	it('is shown where its message was sent', () => {
		refuse('show_hand');
		const { rejected } = chat;
		expect(chatRefusal(rejected)).toBeUndefined();
		expect(otherRefusal('again', rejected)).toBeUndefined();
		expect(otherRefusal('show_hand', rejected)).toBeTruthy();
	});

	it('of a reaction is shown in the chat', () => {
		refuse();
		expect(chatRefusal(chat.rejected)).toBeTruthy();
		expect(otherRefusal('again', chat.rejected)).toBeUndefined();
	});

	it('gives the text back, after what was written since', () => {
		for (const text of ['one', 'two']) chat.post({ text });
		chat.post({ phrase: 'hello' });
		for (const line of sent) refuse(line.id);
		expect(chat.draft).toBe('one two');
	});
});
