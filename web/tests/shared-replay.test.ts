import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SharedReplay } from '#lib/shared-replay/shared-replay.svelte.ts';
import * as CLOSE_CODE from '#lib/close-codes.gen.ts';
import { FakeServer } from './fake-server.ts';

let server: FakeServer;
let review: SharedReplay;
const replay = {
	ply: 0,
	go(ply: number): void {
		replay.ply = ply;
		review.onPly(ply);
	}
};

beforeEach(async () => {
	vi.useFakeTimers();
	server = new FakeServer();
	vi.stubGlobal('WebSocket', server.WebSocket);
	replay.ply = 0;
	review = new SharedReplay('abc234', replay, () => 'ws://here/ws/review');
	review.connect();
	await vi.advanceTimersByTimeAsync(0);
});

afterEach(() => {
	review.leave();
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

const receiveState = (ply: number, leads = false, led = true): void =>
	server.socket.tell({
		type: 'review',
		replay: 'xyz789',
		ply,
		leader: 'Ada',
		led,
		people: [{ who: 'a', name: 'Ada', leads: true, you: leads }],
		count: 1
	});

const shown = (): number[] =>
	(server.socket.sent as { type: string; ply: number }[])
		.filter(({ type }) => type === 'show')
		.map(({ ply }) => ply);

it('follows the leader until its reader goes to another position, and again when asked', () => {
	receiveState(3);
	expect([replay.ply, review.follows]).toEqual([3, true]);
	replay.go(1);
	receiveState(4);
	expect([replay.ply, review.follows]).toEqual([1, false]);
	review.follow();
	receiveState(5);
	expect([replay.ply, review.follows]).toEqual([5, true]);
	expect(shown()).toEqual([]);
});

it('sends the positions of a leader, not more than a few times a second', async () => {
	receiveState(0, true);
	for (const ply of [1, 2, 3]) replay.go(ply);
	await vi.advanceTimersByTimeAsync(1_000);
	expect(shown()).toEqual([3]);
	receiveState(1, true); // the timer is over
	expect(replay.ply).toBe(3);
});

const leadRequests = (): number =>
	server.socket.sent.filter(({ type }) => (type as string) === 'lead').length;

it('shows its position to the others when it takes the lead', () => {
	receiveState(3);
	replay.go(7);
	review.lead();
	receiveState(3, true);
	expect([shown(), review.leads]).toEqual([[7], true]);
});

it('takes the lead once the leader has left for good', async () => {
	receiveState(3, false, false);
	review.lead();
	server.socket.tell({ type: 'refused', code: 'not_leading' });
	await vi.advanceTimersByTimeAsync(1_000);
	expect(leadRequests()).toBe(2);
	server.socket.tell({ type: 'refused', code: 'not_leading' });
	receiveState(3); // the leader is back
	await vi.advanceTimersByTimeAsync(1_000);
	expect([leadRequests(), review.chat.rejected]).toEqual([2, undefined]);
});

it('takes the lead after a lost connection if it was requested meanwhile and nobody leads', async () => {
	for (const led of [false, true]) {
		receiveState(3, false, false);
		server.socket.end(1006);
		review.lead();
		review.wake();
		await vi.advanceTimersByTimeAsync(0);
		expect(leadRequests()).toBe(0);
		receiveState(3, false, led);
		receiveState(4, false, led);
		expect(leadRequests()).toBe(led ? 0 : 1);
	}
});

it.each([
	['no_such_review', CLOSE_CODE.NOT_FOUND],
	['not_finished', CLOSE_CODE.NOT_ALLOWED]
])('says why it cannot be attended: %s', (code, close) => {
	server.socket.tell({ type: 'refused', code });
	server.socket.end(close);
	expect([review.connection, review.stopCode]).toEqual(['stopped', code]);
});

it('says why it was closed whatever was refused before', () => {
	receiveState(3, false, false);
	server.socket.tell({ type: 'refused', code: 'not_leading' });
	server.socket.end(CLOSE_CODE.BANNED);
	expect(review.stopCode).toBe('banned');
});
