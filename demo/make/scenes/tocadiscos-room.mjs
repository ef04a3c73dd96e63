// Draws the objects in the room of the record player: walls, lamp, shelf, amplifier, the cat on the window sill and a
// cup.
import { createRandom, drawGlow, lerp, mixColours, smoothstep, verticalGradient, wave, wrap } from './drawing.mjs';

/** The distance in pixels from the top of the frame to the table top. */
export const table = 540;

export function roundedRect(context, x, y, wide, tall, radius) {
  context.beginPath();
  context.roundRect(x, y, wide, tall, radius);
  context.fill();
}

export function drawRoom(context, width) {
  context.fillStyle = verticalGradient(context, 0, table, [[0, '#1c1530'], [0.7, '#33203f'], [1, '#402643']]);
  context.fillRect(0, 0, width, table);
  drawGlow(context, 168, 250, 560, '#ffab5e', 0.5);
  drawGlow(context, 168, 250, 250, '#ffd08c', 0.34);
  // Draws a shelf of records and plants on the right.
  context.fillStyle = '#1c1228';
  context.fillRect(1096, 236, 190, 11);
  context.fillRect(1096, 396, 190, 11);
  const random = createRandom(44);
  const sleeves = ['#c65b5b', '#e0a458', '#5f8f8b', '#7d6aa8', '#d9c7a3', '#3f5f86', '#b5577f', '#8aa05f'];
  for (let x = 1104; x < 1280; x += 0) {
    const wide = lerp(5, 10, random());
    context.fillStyle = mixColours(sleeves[Math.floor(random() * sleeves.length)], '#1c1530', 0.42);
    const tall = lerp(104, 118, random());
    context.fillRect(x, 396 - tall, wide - 1, tall);
    x += wide;
  }
  context.fillStyle = '#6d3f3a';
  roundedRect(context, 1128, 186, 52, 50, [4, 4, 12, 12]);
  for (let leaf = 0; leaf < 11; leaf += 1) {
    const angle = lerp(-1.35, 1.35, leaf / 10);
    context.save();
    context.translate(1154, 188);
    context.rotate(angle);
    context.fillStyle = mixColours('#2f6250', '#4f8a63', random());
    context.beginPath();
    context.ellipse(0, -lerp(38, 66, random()), 8, lerp(34, 52, random()), 0, 0, Math.PI * 2);
    context.fill();
    context.restore();
  }
  context.fillStyle = '#a85a4a';
  roundedRect(context, 1216, 200, 40, 36, [4, 4, 10, 10]);
  context.fillStyle = '#44785a';
  for (const [x, tall] of [[1226, 30], [1236, 46], [1246, 34]]) roundedRect(context, x - 6, 200 - tall, 12, tall + 4, 6);
  // Draws a framed painting on the left wall.
  context.fillStyle = '#14101f';
  context.fillRect(278, 96, 118, 150);
  context.fillStyle = '#e9d8c0';
  context.fillRect(285, 103, 104, 136);
  context.fillStyle = '#d9694f';
  context.beginPath();
  context.arc(337, 158, 30, 0, Math.PI * 2);
  context.fill();
  context.fillStyle = '#2f4a63';
  context.beginPath();
  context.moveTo(285, 239);
  context.lineTo(285, 196);
  context.quadraticCurveTo(312, 168, 339, 196);
  context.quadraticCurveTo(364, 172, 389, 200);
  context.lineTo(389, 239);
  context.fill();
  context.fillStyle = 'rgb(20 14 32 / .25)';
  context.fillRect(278, 96, 118, 150);
}

export function drawFurniture(context, width, height) {
  context.fillStyle = verticalGradient(context, table - 26, height, [[0, '#8a5440'], [0.14, '#70412f'], [1, '#2b1622']]);
  context.fillRect(0, table - 26, width, height - table + 26);
  context.fillStyle = 'rgb(255 214 160 / .2)';
  context.fillRect(0, table - 26, width, 2);
  context.fillStyle = 'rgb(20 8 16 / .22)';
  for (const y of [table + 16, table + 62, table + 118]) context.fillRect(0, y, width, 1.5);
  drawGlow(context, 250, table, 420, '#ffb168', 0.26);
  // Draws the lamp.
  context.fillStyle = '#2a1a2c';
  roundedRect(context, 120, table - 20, 96, 12, 6);
  context.fillRect(164, 300, 8, table - 314);
  context.fillStyle = verticalGradient(context, 176, 306, [[0, '#ffe9bd'], [0.5, '#ffc77d'], [1, '#f0954f']]);
  context.beginPath();
  context.moveTo(132, 176);
  context.lineTo(204, 176);
  context.lineTo(250, 306);
  context.lineTo(86, 306);
  context.fill();
  // Draws the amplifier.
  context.fillStyle = 'rgb(12 6 14 / .45)';
  context.beginPath();
  context.ellipse(926, table + 112, 190, 14, 0, 0, Math.PI * 2);
  context.fill();
  context.fillStyle = verticalGradient(context, table - 18, table + 110, [[0, '#6b4636'], [0.1, '#3a2530'], [1, '#20141f']]);
  roundedRect(context, 752, table - 18, 348, 126, 9);
  context.fillStyle = verticalGradient(context, table - 4, table + 96, [[0, '#d8c9b4'], [1, '#9c8778']]);
  roundedRect(context, 764, table - 4, 324, 100, 5);
  for (const [x, radius] of [[1010, 25], [1058, 15]]) {
    context.fillStyle = '#2b2027';
    context.beginPath();
    context.arc(x, table + 46, radius, 0, Math.PI * 2);
    context.fill();
    context.fillStyle = '#5a4a4a';
    context.beginPath();
    context.arc(x, table + 45, radius * 0.72, 0, Math.PI * 2);
    context.fill();
    context.fillStyle = '#f6ead6';
    context.fillRect(x - 1.5, table + 46 - radius * 0.66, 3, radius * 0.36);
  }
}

export function drawCat(context, phase) {
  const [x, y] = [900, 430];
  const breath = 1 + 0.022 * wave(phase, 9);
  const [fur, dark] = ['#d98b4e', '#a85f34'];
  context.save();
  context.translate(x, y);
  context.lineCap = 'round';
  const swing = wave(phase, 6) * 0.5 + wave(phase, 11) * 0.2;
  context.strokeStyle = dark;
  context.lineWidth = 15;
  context.beginPath();
  context.moveTo(66, -10);
  context.bezierCurveTo(104, 0, 92 + swing * 8, 34, 88 + swing * 24, 62);
  context.stroke();
  context.save();
  context.scale(1, breath);
  context.fillStyle = fur;
  context.beginPath();
  context.ellipse(8, -34, 82, 38, 0, 0, Math.PI * 2);
  context.fill();
  context.fillRect(-62, -30, 142, 30);
  context.strokeStyle = dark;
  context.lineWidth = 7;
  for (const at of [10, 32, 54]) {
    context.beginPath();
    context.moveTo(at, -70 + Math.abs(at - 20) * 0.22);
    context.quadraticCurveTo(at + 9, -58, at + 5, -44);
    context.stroke();
  }
  context.restore();
  context.translate(0, (breath - 1) * -24);
  context.fillStyle = fur;
  for (const side of [-1, 1]) {
    const twitch = side === 1 ? 4 * smoothstep(0.9, 1, wave(phase, 5, 0.2)) : 0;
    context.beginPath();
    context.moveTo(-62 + side * 34, -38);
    context.lineTo(-62 + side * 30 + twitch, -78);
    context.lineTo(-62 + side * 6, -58);
    context.fill();
    context.fillStyle = '#f0b28a';
    context.beginPath();
    context.moveTo(-62 + side * 29, -48);
    context.lineTo(-62 + side * 27 + twitch, -69);
    context.lineTo(-62 + side * 14, -57);
    context.fill();
    context.fillStyle = fur;
  }
  context.beginPath();
  context.ellipse(-62, -30, 41, 33, 0, 0, Math.PI * 2);
  context.fill();
  context.fillStyle = '#f6dcc0';
  context.beginPath();
  context.ellipse(-62, -17, 19, 14, 0, 0, Math.PI * 2);
  context.fill();
  context.strokeStyle = '#4a2a22';
  context.lineWidth = 2.6;
  for (const side of [-1, 1]) {
    context.beginPath();
    context.arc(-62 + side * 18, -35, 7, 0.25, Math.PI - 0.25);
    context.stroke();
  }
  context.fillStyle = '#8e4a44';
  context.beginPath();
  context.ellipse(-62, -23, 4.4, 3, 0, 0, Math.PI * 2);
  context.fill();
  context.lineWidth = 1.8;
  context.beginPath();
  context.arc(-67, -18, 5, -0.1, Math.PI * 0.7);
  context.stroke();
  context.beginPath();
  context.arc(-57, -18, 5, Math.PI * 0.3, Math.PI + 0.1);
  context.stroke();
  context.fillStyle = '#f6dcc0';
  context.beginPath();
  context.ellipse(-38, -5, 19, 9, 0, 0, Math.PI * 2);
  context.fill();
  context.restore();
}

export function drawMug(context, phase) {
  const [x, y] = [1180, table + 34];
  context.fillStyle = 'rgb(12 6 14 / .35)';
  context.beginPath();
  context.ellipse(x + 26, y + 72, 52, 8, 0, 0, Math.PI * 2);
  context.fill();
  context.strokeStyle = '#4d7c82';
  context.lineWidth = 9;
  context.beginPath();
  context.arc(x + 58, y + 34, 18, -1.3, 1.4);
  context.stroke();
  const side = context.createLinearGradient(x - 6, 0, x + 58, 0);
  side.addColorStop(0, '#83b4b0');
  side.addColorStop(1, '#416b74');
  context.fillStyle = side;
  roundedRect(context, x - 6, y, 64, 74, [3, 3, 16, 16]);
  context.fillStyle = '#3a2320';
  context.beginPath();
  context.ellipse(x + 26, y + 1, 32, 6.5, 0, 0, Math.PI * 2);
  context.fill();
  for (let puff = 0; puff < 6; puff += 1) {
    const age = wrap(phase * 8 + puff / 6, 1);
    drawGlow(context, x + 26 + 15 * wave(age, 0.8, puff / 6) * age, y - 8 - age * 110, 12 + age * 24, '#ffe9d2', 0.15 * Math.sin(age * Math.PI));
  }
}
